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
* **Lazy reward**: the highest reward of what is done without looking at anything (idle, spammer, guesser). 0 for idle and spammer. Of the guesser it is the
  mean over all its guesses, the chance level: what luck alone gives. It is 0 where answers earn only beside work (\`needs\`), or hold values that nothing tells.
* **False-fail rate**: the share of harmless rewritings of the solution that earn less than the solution does. 0.

The other attackers look at one check or expression at a time, and are not part of the ceiling.

## What is not measured

What an attacker could not attack is listed with the reason, never left out. Attacks that need what the language does not have yet (a simulated
user, several turns, variants) are not in the table: there is nothing yet that they could take advantage of. Prose is read for names, and a short list of English ways to
deny, except or take back is understood (\`grader-template/claims.ts\`); beyond it only typed answers are safe, and the denier says
where a check still reads prose.

What luck gives is worked out only of what somebody may know who has read nothing but the request and its form: the values of enums and
booleans, the records that are asked for (by their ids, as if those had been told), whole numbers below 10. Amounts, dates, texts, larger numbers and what stands in files are taken to be out
of reach. Where a file holds nothing but plain words and small numbers, the row says that it was not measured. What has to be written
into the office is not guessed: the spammer does that.

## Marking what is meant

A condition that makes no difference on these records, a service that nothing depends on, calls that may be repeated, or an answer that a guess
gets right now and then, is marked with its reason:

\`\`\`yaml
untested:
  - { condition: has(c.email), in: suppliers, why: every supplier has an address in this scenario, the next one may not }
  - { service: calendar, why: a distractor }
  - { repeated: documents.share_document, why: sharing with somebody who sees it already changes nothing for them }
  - { chance: 0.25, why: the first example is to be easy }
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
