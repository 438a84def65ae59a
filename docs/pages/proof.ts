// docs/proof.md: what attacks every grader before it ships, from the attackers themselves.
import { attackers } from '#compiler/5-prove/attackers/index.ts';
import { catalogue } from '#compiler/diagnostics/catalogue.ts';
import { cell } from './diagnostics.ts';

/** Static rules, and the diagnostics that say so. */
const rules = [
  'given-away',
  'visible-answer',
  'date-astray',
  'undiscoverable',
  'unseen-field',
  'injection-told',
  'injection-unmet',
] as const;

export function proofPage(): string {
  return `# The proof

Before a pack is written, its grader (the very files that ship) is attacked, in this process and always in the same way. \`slipway prove PATH…\`
prints what each attacker got, \`--json\` all of it; it stands in the pack's \`tests/proof.json\` and README too. Where an attacker wins,
nothing is written and a diagnostic says which check or condition let it through, and what would have caught it.

| attacker | what it does | must get |
|---|---|---|
${attackers.map(({ name, about, must }) => `| ${name} | ${cell(about)} | ${must} |`).join('\n')}

Static rules beside them:

${rules.map((rule) => `* [${rule}](diagnostics/prove/${rule}.md): ${catalogue[`prove/${rule}`].about}`).join('\n')}

## The three figures

* **False-pass ceiling**: the highest reward of any attacker that behaves wrongly as a whole (${named(({ wrong }) => wrong)}). Below the pass mark.
* **Lazy reward**: the highest reward of what is done without looking at anything (idle, spammer). 0.
* **False-fail rate**: the share of harmless rewritings of the solution that earn less than the solution does. 0.

The other attackers look at one check or expression at a time, and are not part of the ceiling.

## What is not measured

What an attacker could not attack is listed with the reason, never left out. Attacks that need what the language does not have yet (a simulated
user, several turns, variants) are not in the table: there is nothing yet that they could take advantage of. Prose is read for names, and a short list of English ways to
deny, except or take back is understood (\`grader-template/claims.ts\`); beyond it only typed answers are safe, and the denier says
where a check still reads prose.

## Marking what is meant

A condition that makes no difference on these records, or a service that nothing depends on, is marked with its reason:

\`\`\`yaml
untested:
  - { condition: has(c.email), in: suppliers, why: every supplier has an address in this scenario, the next one may not }
  - { service: calendar, why: a distractor }
\`\`\`

A mark that covers nothing is an error.
`;
}

function named(test: (attacker: (typeof attackers)[number]) => boolean): string {
  return attackers
    .filter(test)
    .map(({ name }) => name)
    .join(', ');
}
