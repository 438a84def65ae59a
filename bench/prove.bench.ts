// The whole proof of a scenario with 12 checks and 8 prohibitions, measured against replaying and judging its solution once. `npm run bench`.
import { parse } from '#compiler/1-parse/parse.ts';
import { validate } from '#compiler/2-validate/validate.ts';
import { link } from '#compiler/3-link/link.ts';
import { generate } from '#compiler/4-generate/generate.ts';
import { openArena } from '#compiler/5-prove/arena.ts';
import { attackers } from '#compiler/5-prove/attackers/index.ts';
import { prove } from '#compiler/5-prove/prove.ts';
import { collectDiagnostics } from '#compiler/diagnostics/collect.ts';
import { loadKit } from '#compiler/index.ts';
import type { Plan } from '#compiler/types.ts';
import { catalogue } from '#services/index.ts';
import { deskFactory } from '#workspace/desk.ts';

const ROUNDS = 15;
/** Hours of the tickets that are late, and of those that miss one condition each. */
const aged: { readonly [ticket: number]: number } = { 3: 60, 5: 70, 6: 48, 12: 47, 18: 50, 24: 49, 30: 48 };

const kit = await loadKit();
const plan = planOf(scenario());
const files = generate(plan, kit);
const grader = await kit.loadGrader(files);
const silent = collectDiagnostics();

let runs = 0;
const counting = {
  ...grader,
  grade: (...args: Parameters<typeof grader.grade>) => {
    runs++;
    return grader.grade(...args);
  },
};
const start = process.cpuUsage();
const proof = prove({ plan, files, grader: counting, report: silent.report });
const cold = spentSince(start);
for (const { code, message } of silent.diagnostics) console.log(`not proved: ${code}: ${message}`);

const replay = median(() => {
  const desk = deskFactory(plan.office)();
  for (const { tool, args } of plan.solution) desk.call({ tool, args, via: 'proof' });
  desk.seal();
  grader.judge(desk.evidence());
});
const whole = median(() => prove({ plan, files, grader, report: () => {} }));

const records = Object.values(plan.office.records).flat().length;
console.log(
  `${plan.checks.length} checks, ${plan.prohibited.length} prohibitions, ${records} records, ${plan.solution.length} steps, ${proof.attacks.length} attacks, ${runs} runs`,
);
console.log(`solution replayed and judged once: ${replay.toFixed(2)} ms`);
console.log(`whole proof, of code never run before: ${cold.toFixed(2)} ms`);
console.log(`whole proof, warm: ${whole.toFixed(2)} ms, ${(whole / replay).toFixed(1)} times as long (aim: under 100 times, under 20 ms)`);
for (const { name, attack } of attackers) {
  const alone = median(() => attack(openArena(plan, grader, () => {})));
  console.log(`  ${name.padEnd(12)} ${(alone / replay).toFixed(1)} times, opening the arena included`);
}

/** The median over some rounds, in ms of this process's own time: what else the machine does matters little. */
function median(work: () => void): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const begun = process.cpuUsage();
    work();
    return spentSince(begun);
  });
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}

function spentSince(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

function planOf(text: string): Plan {
  const { diagnostics, report } = collectDiagnostics();
  const { tree } = parse('bench.yaml', new TextEncoder().encode(text), report);
  const validated = tree && validate(tree, report);
  const linked =
    validated?.scenario && link({ ...validated, scenario: validated.scenario, assets: new Map(), readings: new Map(), catalogue, report });
  if (!linked) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return linked;
}

/** Late tickets of important customers, among 120 tickets of 40 customers. */
function scenario(): string {
  const rows = (count: number, row: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => `      - { ${row(i + 1)} }`).join('\n');
  return `
slipway: 1
id: bench/proof
title: The scenario of the benchmark
now: 2026-03-09T09:00:00Z
request: Please raise what waits too long, tell the account managers, leave a note, and list it.
services:
  helpdesk:
    tickets:
${rows(120, (i) => `id: TIC-${100 + i}, customer: CUS-${100 + (i % 40)}, subject: Matter ${i}, status: ${['open', 'pending', 'resolved'][i % 3]}, priority: normal, category: ${['incident', 'question'][i % 2]}, opened: -${aged[i] ?? (i * 7) % 46}h`)}
  crm:
    customers:
${rows(40, (i) => `id: CUS-${99 + i}, name: Company ${i}, tier: ${['enterprise', 'business', 'standard'][Math.floor(i / 2) % 3]}, manager: CON-${1 + (i % 12)}`)}
  contacts:
    people:
${rows(12, (i) => `id: CON-${i}, name: Person ${i}, email: person${i}@ours.example`)}
  mail:
    mailbox: me@ours.example
    messages:
${rows(20, (i) => `id: MSG-${i}, from: person${1 + (i % 12)}@ours.example, to: [me@ours.example], subject: News ${i}, body: Nothing new, date: -${i}h`)}
facts:
  late: helpdesk.tickets.filter(t, t.status == "open" && t.customer.tier == "enterprise" && now - t.opened > duration("47h"))
  managers: late.map(t, t.customer.manager.email)
allowed:
  - { tool: helpdesk.update_ticket, only: [id, priority, tags] }
  - { tool: helpdesk.add_comment, only: [ticket, body] }
  - tool: mail.send
    where: { recipients: { every: { in: "\${managers}" } } }
prohibited:
  - { id: no-closing, writes: helpdesk.tickets.status }
  - { id: no-category, writes: helpdesk.tickets.category }
  - { id: no-low, writes: helpdesk.tickets.priority, to: low }
  - { id: no-customers, writes: crm.customers }
  - { id: no-people, writes: contacts.people }
  - { id: no-drafts, tool: mail.save_draft }
  - { id: no-deleting, tool: mail.delete_message }
  - { id: nothing-else, writes: others }
checks:
  - { id: raised, weight: 0.2, each: late as t, record: "helpdesk.tickets/\${t.id}", has: { priority: urgent }, must: true }
  - { id: tagged, weight: 0.05, each: late as t, record: "helpdesk.tickets/\${t.id}", has: { tags: [late] } }
  - { id: only-priority, weight: 0.05, unchanged: helpdesk.tickets, except: late, needs: raised }
  - { id: mail-kept, weight: 0, unchanged: crm.customers, needs: raised }
  - { id: told, weight: 0.2, each: late as t, sent: mail, to: "\${t.customer.manager.email}", names: { just: "\${t}", out_of: "\${helpdesk.tickets}" }, must: true }
  - { id: subject, weight: 0.05, each: late as t, sent: mail, to: "\${t.customer.manager.email}", has: { subject: "Late: \${t.id}" } }
  - { id: listed, weight: 0.15, reply: { names: "\${late}", out_of: "\${helpdesk.tickets}" } }
  - { id: companies, weight: 0.1, reply: { names: "\${late.map(t, t.customer)}", out_of: "\${crm.customers}" } }
  - { id: looked, weight: 0.05, each: late as t, saw: "helpdesk.tickets/\${t.id}", fields: [opened] }
  - { id: tier-seen, weight: 0.05, each: late as t, saw: "crm.customers/\${t.customer.id}", fields: [tier] }
  - { id: noted, weight: 0.05, each: late as t, called: helpdesk.add_comment, at_most: 1, with: { ticket: "\${t.id}", body: { contains: waited } } }
  - { id: manager-seen, weight: 0.05, each: late as t, saw: "contacts.people/\${t.customer.manager.id}", fields: [email] }
solution:
  - helpdesk.list_tickets: { status: open, limit: 200 }
  - crm.list_customers: { tier: enterprise }
  - each: late as t
    do:
      - contacts.get_person: { id: "\${t.customer.manager.id}" }
      - helpdesk.update_ticket: { id: "\${t.id}", priority: urgent, tags: [late] }
      - helpdesk.add_comment: { ticket: "\${t.id}", body: "It has waited too long." }
      - mail.send: { to: ["\${t.customer.manager.email}"], subject: "Late: \${t.id}", body: "\${t.id} has waited too long." }
  - reply: "Raised: \${late.map(t, t.id + ' of ' + t.customer.id).join(', ')}"
`;
}
