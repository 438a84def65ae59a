// What the workspace starts from: definitions and settings in one file, records in another.
import type { GeneratedFile, Plan } from '../types.ts';
import { jsonText } from './json.ts';

export function officeFiles({ office }: Plan): readonly GeneratedFile[] {
  const { task, now, zone, services, settings, records, answer, faults } = office;
  return [
    { path: 'environment/workspace/services.json', text: jsonText({ services, settings }) },
    {
      path: 'environment/workspace/seed.json',
      text: jsonText({ task, now, zone, records, ...(answer && { answer }), ...(faults && { faults }) }),
    },
  ];
}
