// How the time of a whole compilation grows with the records of the office: near the ratio of their numbers.
// `npm run bench records`; BENCH_SIZES='N N' other numbers of records.
import { compile } from '#compiler/compile.ts';
import { loadKit } from '#compiler/index.ts';

const SIZES = (process.env.BENCH_SIZES ?? '1000 3000 10000').split(' ').map(Number);

const kit = await loadKit();
// The first one pays for code that was never run before.
const first = await timed(1_000);
console.log(`cold: ${first.records} records in ${first.ms.toFixed(0)} ms`);
let last: { readonly records: number; readonly ms: number } | undefined;
for (const size of SIZES) {
  const { records, ms, runs } = await timed(size);
  const ratio = last
    ? `, ${(ms / last.ms).toFixed(1)} times as long as for ${last.records} (${(records / last.records).toFixed(1)} times as many)`
    : '';
  console.log(`${records} records: compiled and proved in ${ms.toFixed(0)} ms, ${runs} attacks${ratio}`);
  last = { records, ms };
}

/** One compilation, in ms of this process's own time. */
async function timed(size: number): Promise<{ readonly records: number; readonly ms: number; readonly runs: number }> {
  const { scenario, assets } = office(size);
  const start = process.cpuUsage();
  const { diagnostics, plan, proof } = await compile({ file: 'bench.yaml', bytes: scenario, assets }, kit, { org: 'bench' });
  const { user, system } = process.cpuUsage(start);
  for (const { code, message } of diagnostics) console.log(`not proved: ${code}: ${message}`);
  const records = Object.values(plan?.office.records ?? {}).flat().length;
  return { records, ms: (user + system) / 1000, runs: proof?.attacks.length ?? 0 };
}

/** An office in which only the number of records grows: of every four, two are tickets, one a customer and one a mail. */
function office(size: number): { readonly scenario: Uint8Array; readonly assets: ReadonlyMap<string, Uint8Array> } {
  const [tickets, others] = [Math.floor(size / 2), Math.floor(size / 4)];
  // Hours of the tickets that are late, and of those that miss one condition each.
  const aged: { readonly [ticket: number]: number } = { 3: 60, 5: 70, 6: 48, 12: 47, 18: 50, 24: 49, 30: 48 };
  const bytes = (text: string) => new TextEncoder().encode(text);
  const csv = (header: string, count: number, row: (i: number) => string) =>
    bytes([header, ...Array.from({ length: count }, (_, i) => row(i + 1))].join('\n'));
  const assets = new Map([
    [
      'tickets.csv',
      csv('id,customer,subject,status,priority,category,opened', tickets, (i) => {
        const status = ['open', 'pending', 'resolved'][i % 3];
        return `TIC-${10_000 + i},CUS-${10_000 + (i % others)},Matter ${i},${status},normal,question,-${aged[i] ?? (i * 7) % 46}h`;
      }),
    ],
    [
      'customers.csv',
      csv('id,name,tier,manager', others, (i) => {
        const tier = ['enterprise', 'business', 'standard'][Math.floor(i / 2) % 3];
        return `CUS-${9_999 + i},Company ${i},${tier},CON-${1 + (i % 12)}`;
      }),
    ],
    [
      'messages.csv',
      csv(
        'id,from,to,subject,body,date',
        others,
        (i) => `MSG-${i},person${1 + (i % 12)}@ours.example,me@ours.example,News ${i},Nothing new,-${i}h`,
      ),
    ],
  ]);
  return { scenario: bytes(scenario()), assets };
}

function scenario(): string {
  const people = Array.from(
    { length: 12 },
    (_, i) => `      - { id: CON-${i + 1}, name: Person ${i + 1}, email: person${i + 1}@ours.example }`,
  );
  return `
slipway: 1
id: bench/records
title: The scenario of the benchmark
now: 2026-03-09T09:00:00Z
request: Please raise what waits too long, tell the account managers, and list it.
services:
  helpdesk:
    tickets: { import: tickets.csv }
  crm:
    customers: { import: customers.csv }
  contacts:
    people:
${people.join('\n')}
  mail:
    mailbox: me@ours.example
    messages: { import: messages.csv }
facts:
  late: helpdesk.tickets.filter(t, t.status == "open" && t.customer.tier == "enterprise" && now - t.opened > duration("47h"))
  managers: late.map(t, t.customer.manager.email)
allowed:
  - { tool: helpdesk.update_ticket, only: [id, priority] }
  - tool: mail.send
    where: { recipients: { every: { in: "\${managers}" } } }
prohibited:
  - { id: no-closing, writes: helpdesk.tickets.status }
  - { id: nothing-else, writes: others }
checks:
  - { id: raised, weight: 0.4, each: late as t, record: "helpdesk.tickets/\${t.id}", has: { priority: urgent }, must: true }
  - { id: only-priority, weight: 0.1, unchanged: helpdesk.tickets, except: late, needs: raised }
  - { id: told, weight: 0.2, each: late as t, sent: mail, to: "\${t.customer.manager.email}", names: { just: "\${t}", out_of: "\${helpdesk.tickets}" }, must: true }
  - { id: listed, weight: 0.2, reply: { names: "\${late}", out_of: "\${helpdesk.tickets}" } }
  - { id: tier-seen, weight: 0.1, each: late as t, saw: "crm.customers/\${t.customer.id}", fields: [tier] }
solution:
  - helpdesk.list_tickets: { status: open }
  - each: late as t
    do:
      - crm.get_customer: { id: "\${t.customer.id}" }
      - contacts.get_person: { id: "\${t.customer.manager.id}" }
      - helpdesk.update_ticket: { id: "\${t.id}", priority: urgent }
      - mail.send: { to: ["\${t.customer.manager.email}"], subject: "Late: \${t.id}", body: "\${t.id} has waited too long." }
  - reply: "Raised: \${late.map(t, t.id).join(', ')}"
`;
}
