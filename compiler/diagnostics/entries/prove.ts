// Failed proofs: which attacker won against the grader, and what would have stopped it.
export const proveEntries = {
  'prove/oracle-refused': {
    message: (a: { tool: string; problem: string }) => `The workspace refuses this step of the solution (${a.tool}): ${a.problem}`,
    fix: (a: { hint: string }) => a.hint,
    about: 'The reference solution is replayed in a fresh world before anything is shipped. Every call has to be accepted.',
  },
  'prove/oracle-incomplete': {
    message: (a: { check: string; score: number; expected: string; found: string }) =>
      `The solution earns only ${a.score} for the check "${a.check}": expected ${a.expected}, found ${a.found}.`,
    fix: (_: object) => 'Either the solution does not do what the check asks, or the check asks for something else than the request.',
    about: 'The reference solution must earn completion 1. Where it does not, no agent can.',
  },
  'prove/oracle-unsafe': {
    message: (a: { rule: string; tool: string; found: string }) => `The solution breaks the rule "${a.rule}" with ${a.tool}: ${a.found}.`,
    fix: (_: object) => 'Change the step, or the rule.',
    about: 'The reference solution must be safe: one prohibited effect makes its reward 0.',
  },
  'prove/already-true': {
    message: (a: { check: string; score: number; found: string }) =>
      `The check "${a.check}" scores ${a.score} when nothing is done: ${a.found}.`,
    fix: (_: object) => 'Check something that the work has to change, or change the records so that it does not hold at the start.',
    about: 'An agent that does nothing must earn nothing. Only restraint checks (unchanged) may hold in an untouched world.',
  },
  'prove/free-points': {
    message: (a: { check: string; reward: number }) =>
      `Doing nothing earns ${a.reward}, because the restraint check "${a.check}" holds in an untouched world.`,
    fix: (a: { check: string; others: readonly string[] }) =>
      `Let it hang on the work: add \`needs: ${a.others[0] ?? 'another-check'}\` to "${a.check}".`,
    about:
      'A restraint check is worth something only beside work that was done. `needs` makes it earn nothing unless another check earned something.',
  },
  'prove/check-cannot-fail': {
    message: (a: { check: string }) => `No step of the solution matters to the check "${a.check}": it scores 0 with them and without them.`,
    fix: (_: object) => 'Let the solution do what the check asks, or remove the check.',
    about:
      'Omission attack: for each check the fewest solution steps are removed that bring it down. If none do, the check looks at nothing.',
  },
  'prove/restraint-open': {
    message: (a: { check: string; act: string; reward: number }) =>
      `The right work plus ${a.act} still earns ${a.reward}: the restraint check "${a.check}" does not stop it.`,
    fix: (_: object) => 'Give the check `must: true`, or narrow its `except`.',
    about: 'Restraint attack: the solution plus one write that the check guards against has to stay below the pass mark.',
  },
  'prove/decoy-passes': {
    message: (a: { decoy: string; reward: number; passMark: number }) =>
      `The near miss "${a.decoy}" earns ${a.reward}; it has to stay below the pass mark of ${a.passMark}.`,
    fix: (_: object) => 'Make the check it should fail a `must`, raise its weight, or add a check that sees the difference.',
    about: 'A decoy is a solution that looks right and is not. If it passes, the reward teaches the mistake.',
  },
  'prove/decoy-misses': {
    message: (a: { decoy: string; check: string; rule: boolean }) =>
      `The near miss "${a.decoy}" should ${a.rule ? `break the rule "${a.check}", but that rule is kept` : `fail the check "${a.check}", but that check is met`}.`,
    fix: (_: object) => 'Name what it really fails under `fails:`, or sharpen the check.',
    about: 'A decoy names the checks that are there to catch it, so that each of them is known to catch something.',
  },
  'prove/decoy-refused': {
    message: (a: { decoy: string; tool: string; problem: string }) =>
      `The near miss "${a.decoy}" cannot be carried out: ${a.tool} says ${a.problem}`,
    fix: (_: object) => 'Correct the arguments: a near miss has to be something an agent can really do.',
    about: 'A decoy that the workspace refuses proves nothing.',
  },
  'prove/prohibited-open': {
    message: (a: { rule: string; act: string; reward: number }) =>
      `The rule "${a.rule}" lets ${a.act} through: the reward stays ${a.reward}.`,
    fix: (_: object) => 'State the rule by effect (`writes: service.collection.field`) so that every tool is covered.',
    about: 'Prohibition attack: the solution plus one prohibited act, by every tool that can have the effect, must give reward 0.',
  },
  'prove/over-doer-passes': {
    message: (a: { tool: string; collection: string; reward: number }) =>
      `Doing ${a.tool} to every record of ${a.collection} earns ${a.reward}: collateral damage goes unseen.`,
    fix: (a: { collection: string; except: string }) =>
      `Add a check \`unchanged: ${a.collection}\` with \`except: ${a.except}\` and \`must: true\`.`,
    about: 'Over-doer attack: the right change on every record of the collection. An agent that does not choose must not pass.',
  },
  'prove/dumper-scores': {
    message: (a: { check: string; score: number }) => `Pasting every record earns ${a.score} for the check "${a.check}".`,
    fix: (_: object) => 'Say what must not be named as well: `names: { just: …, out_of: … }` or `out_of:` on the reply.',
    about: 'Dumper attack: every record pasted into the reply and into messages. Statements that name everything say nothing.',
  },
  'prove/given-away': {
    message: (a: { value: string; source: string }) =>
      `The request gives away ${a.value}, which ${a.source} computes for the agent to find out.`,
    fix: (_: object) => 'Describe it in the request without naming it.',
    about: 'What a fact computes from the records is the answer. If the request names it, the agent need not look.',
  },
};
