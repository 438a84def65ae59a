// An office with so many records in every collection of several services, and the calls that an agent makes in it: the same every time.
import type { DataRecord, FieldValue } from '#grader/evidence/types.ts';
import { catalogue } from '#services/index.ts';
import type { Collection, Field, ServiceDefinition } from '#services/types.ts';
import type { Office } from '#workspace/types.ts';

const SERVICES = ['calendar', 'contacts', 'crm', 'finance', 'helpdesk', 'kb', 'mail'];
const DAY = 86_400_000;
const NOW = '2026-03-09T08:00:00Z';
/** Two hundred, so that a search for one finds a part of the records. */
const WORDS = ['export', 'invoice', 'delivery', 'contract', 'renewal', 'outage', 'password', 'access', 'Büro', 'café'].flatMap((word) =>
  Array.from({ length: 20 }, (_, index) => `${word}${'aeiou'[index % 5]}${'lnrs'[Math.floor(index / 5)]}`),
);

/** `each` records in every collection. */
export function largeOffice(each: number): Office {
  const services = Object.values(catalogue).filter(({ name }) => SERVICES.includes(name));
  const settings = Object.fromEntries(
    services.map((service) => [
      service.name,
      Object.fromEntries(Object.entries(service.settings ?? {}).map(([name, field]) => [name, valueFor(field, 0, services)])),
    ]),
  );
  const records = Object.fromEntries(
    services.flatMap((service) =>
      Object.entries(service.collections).map(([name, collection]) => [
        `${service.name}.${name}`,
        Array.from({ length: each }, (_, index) => recordOf(collection, index, services)),
      ]),
    ),
  );
  return { task: 'bench.workspace', now: NOW, zone: 'Europe/Berlin', services, settings, records };
}

export interface MadeCall {
  readonly tool: string;
  readonly args: { readonly [name: string]: string | number | readonly string[] };
}

/** The `index`-th call: of ten, four get a record, three list with filters, one searches and two change a record. */
export function callAt(index: number, each: number): MadeCall {
  const at = (index * 7919) % each;
  const word = WORDS[index % WORDS.length] ?? '';
  const turn = Math.floor(index / 10) % 3;
  const choose = (...calls: readonly MadeCall[]): MadeCall => calls[turn % calls.length] ?? { tool: 'reply', args: { message: word } };
  switch (index % 10) {
    case 0:
    case 1:
    case 2:
    case 3:
      return choose(
        { tool: 'helpdesk.get_ticket', args: { id: `TIC-${at + 1}` } },
        { tool: 'crm.get_customer', args: { id: `CUS-${at + 1}` } },
        { tool: 'mail.get_message', args: { id: `MSG-${at + 1}` } },
      );
    case 4:
    case 5:
    case 6:
      return choose(
        { tool: 'helpdesk.list_tickets', args: { status: 'open', opened_since: '2026-01-20', limit: 20 } },
        { tool: 'mail.list_messages', args: { subject: word, limit: 20 } },
        { tool: 'crm.list_customers', args: { tier: 'enterprise', limit: 20 } },
      );
    case 7:
      return choose(
        // "matter" is in every one.
        { tool: 'helpdesk.search_tickets', args: { query: `${word} matter`, limit: 10 } },
        { tool: 'mail.search_messages', args: { query: word, limit: 10 } },
        { tool: 'kb.search_articles', args: { query: 'number', limit: 10 } },
      );
    default:
      return choose(
        { tool: 'helpdesk.update_ticket', args: { id: `TIC-${at + 1}`, priority: index % 3 === 0 ? 'urgent' : 'low' } },
        { tool: 'crm.update_customer', args: { id: `CUS-${at + 1}`, tier: index % 3 === 0 ? 'business' : 'standard' } },
      );
  }
}

function recordOf(collection: Collection, index: number, services: readonly ServiceDefinition[]): DataRecord {
  const fields = Object.entries(collection.fields).map(([name, field], place): [string, FieldValue] => {
    // What has to be after another field is a day later; that field's own place decides.
    const { after } = field;
    const other = after === undefined ? undefined : collection.fields[after];
    const from = after === undefined ? place : Object.keys(collection.fields).indexOf(after);
    return [name, other === undefined ? valueFor(field, index + place, services) : valueFor(field, index + from, services, 1)];
  });
  return { id: `${collection.prefix}${index + 1}`, ...Object.fromEntries(fields) };
}

function valueFor(field: Field, index: number, services: readonly ServiceDefinition[], later = 0): FieldValue {
  if (field.type === 'list') return [...new Set([0, 1].map((more) => String(oneOf(field, index + more, services, later))))];
  return oneOf(field, index, services, later);
}

function oneOf(field: Field, index: number, services: readonly ServiceDefinition[], later: number): string | number | boolean {
  const word = (more: number) => WORDS[(index * 37 + more) % WORDS.length] ?? '';
  const instant = new Date(Date.parse(NOW) - (index % 90) * DAY + later * DAY).toISOString();
  switch (field.type === 'list' ? (field.of ?? 'string') : field.type) {
    case 'string':
      return `Matter ${index}: ${word(0)} ${word(5)}`;
    case 'text':
      return Array.from(
        { length: 6 },
        (_, line) => `Line ${line} of number ${index}: ${word(line)} ${word(line + 3)} ${word(line + 7)}.`,
      ).join('\n');
    case 'secret':
      return `secret-${index}`;
    case 'integer':
    case 'number':
    case 'money':
      return later + (index % 500);
    case 'boolean':
      return index % 2 === 0;
    case 'time':
      return `${instant.slice(0, 19)}Z`;
    case 'date':
      return instant.slice(0, 10);
    case 'duration':
      return ['PT45M', 'PT5H', 'P2D'][index % 3] ?? '';
    case 'enum':
      return field.values?.[index % field.values.length] ?? '';
    case 'address':
      return `person${index % 200}@ours.example`;
    case 'reference':
      return `${prefixOf(field.to ?? '', services)}${1 + (index % 200)}`;
  }
}

function prefixOf(path: string, services: readonly ServiceDefinition[]): string {
  const [service, name = ''] = path.split('.');
  return services.find((one) => one.name === service)?.collections[name]?.prefix ?? 'X-';
}
