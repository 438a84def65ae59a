// The services of the library in scenarios/, and docs/service-keys.md: every key of a service file, from the table that reads it.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findServices, readCatalog } from '#compiler/index.ts';
import { choice, type Form, type Key, type Keys, text } from '#compiler/services/forms.ts';
import { serviceKeys } from '#compiler/services/keys.ts';
import { toolKeys, toolKinds } from '#compiler/services/tool-keys.ts';
import type { ServiceDefinition } from '#services/types.ts';
import { cell } from './diagnostics.ts';

const library = join(dirname(fileURLToPath(import.meta.url)), '../../scenarios');

/** Their definitions. Throws where one is not sound. */
export async function ownServices(): Promise<readonly ServiceDefinition[]> {
  const files = await findServices(library);
  const { definitions, diagnostics } = readCatalog(files);
  if (diagnostics[0]) throw new Error(`${diagnostics[0].span.file}: ${diagnostics[0].message}`);
  return definitions.filter(({ name }) => files.some((file) => file.name === name));
}

/** docs/service-keys.md */
export function serviceKeysPage(): string {
  const things: Thing[] = [];
  collect({ title: 'The service', keys: serviceKeys, about: 'The top of the file.' }, things);
  const { form, about } = toolKeys.list.filters;
  if (form.kind === 'map' && form.of.kind === 'thing') things.push({ title: 'Filters', keys: form.of.keys, about });
  const table = (keys: Keys) => tableOf(keys, new Set(things.map((thing) => thing.keys)));
  const tools = Object.entries(toolKeys).map(([kind, keys]) => {
    const own = Object.fromEntries(Object.entries<Key>(keys).filter(([key]) => !common.includes(key)));
    return `### ${kind}\n\nSuch a tool ${toolKinds[kind as keyof typeof toolKinds]}.\n\n${Object.keys(own).length === 0 ? 'It has the common keys only.\n' : table(own)}`;
  });
  const commonKeys = Object.fromEntries(Object.entries<Key>(toolKeys.get).filter(([key]) => common.includes(key)));
  return `# Every key of a service file

What may stand in \`services/NAME.service.yaml\`. [own-services.md](own-services.md) shows a whole one and explains it; the names of a
key's values are checked, and \`slipway catalog SERVICE PATH\` shows what came of it.

${things.map((thing) => `## ${thing.title}\n\n${thing.about}\n\n${table(thing.keys)}`).join('\n')}
## Tools

Every tool has these; its kind says what else it has.

${table({ ...commonKeys, kind: { ...toolKeys.get.kind, form: choice(toolKinds) }, effect: { ...toolKeys.get.effect, about: 'What it does to the office; its kind says which there are.', form: text } })}
${tools.join('\n')}`;
}

const common = ['kind', 'effect', 'title', 'about', 'collection'];

interface Thing {
  readonly title: string;
  readonly keys: Keys;
  readonly about: string;
}

const titles: { readonly [key: string]: string } = {
  settings: 'Fields, and settings',
  collections: 'Collections',
  occupies: 'What occupies somebody (`occupies`)',
};

/** A thing and those inside it, each once. Tools have a chapter of their own. */
function collect(thing: Thing, into: Thing[]): void {
  if (into.some(({ keys }) => keys === thing.keys)) return;
  into.push(thing);
  for (const [name, { form, about }] of Object.entries(thing.keys)) {
    const inner = form.kind === 'map' ? form.of : form;
    if (inner.kind === 'thing')
      collect(
        {
          title: titles[name] ?? name,
          keys: inner.keys,
          about: name === 'settings' ? 'What stands in a record, or beside the records.' : about,
        },
        into,
      );
  }
}

/** `elsewhere`: things that have a table of their own. */
function tableOf(keys: Keys, elsewhere: ReadonlySet<Keys>): string {
  const rows = Object.entries(keys).map(([name, { form, about, example, optional }]) => {
    const words = `${about}${wordsOf(form, elsewhere)}`;
    return `| \`${name}\`${optional ? '' : ' (required)'} | ${cell(words)} | \`${cell(example)}\` |`;
  });
  return `| key | about | example |\n|---|---|---|\n${rows.join('\n')}\n`;
}

/** Choices with what they mean; the keys of a thing. */
function wordsOf(form: Form, elsewhere: ReadonlySet<Keys>): string {
  switch (form.kind) {
    case 'choice':
      return ` ${Object.entries(form.of)
        .map(([word, meaning]) => `\`${word}\`: ${meaning}`)
        .join('; ')}.`;
    case 'list':
    case 'map':
      return wordsOf(form.of, elsewhere);
    case 'either':
      return form.of.map((one) => wordsOf(one, elsewhere)).join('');
    case 'thing':
      if (elsewhere.has(form.keys)) return '';
      return Object.entries(form.keys)
        .map(([name, key]) => ` \`${name}\`${key.optional ? ' (optional)' : ''}: ${key.about}${wordsOf(key.form, elsewhere)}`)
        .join('');
    default:
      return '';
  }
}
