// Mistakes in the shape of the file: keys, kinds of values, what must be there.
import { capital } from '../sentence.ts';
import { suggestion } from '../suggest.ts';

export const validateEntries = {
  'validate/unknown-key': {
    message: (a: { key: string; within: string }) => `"${a.key}" is not a key of ${a.within}.`,
    fix: (a: { key: string; choices: readonly string[] }) =>
      a.choices.length > 0 ? suggestion(a.key, a.choices) : 'Remove it, or give it another name.',
    about:
      'The language is closed: a key that nothing reads is a mistake, because a check or a rule that is silently ignored is worse than none.',
  },
  'validate/missing-key': {
    message: (a: { key: string; within: string }) => `${capital(a.within)} needs "${a.key}".`,
    fix: (a: { key: string; example: string }) => `Add it, for example \`${a.key}: ${a.example}\`.`,
    about:
      'Something without which the scenario has no meaning is absent. `now` is among them: nothing in a task reads a wall clock, so the reference time has to be written down.',
  },
  'validate/wrong-shape': {
    message: (a: { expected: string; found: string }) => `Here belongs ${a.expected}, but this is ${a.found}.`,
    fix: (a: { expected: string; fix?: string }) => a.fix ?? `Write ${a.expected}.`,
    about: 'A list, a mapping or a text stands where another kind of value belongs.',
  },
  'validate/no-value': {
    message: (a: { key: string }) => `"${a.key}" has no value.`,
    fix: (a: { key: string; bare?: boolean }) =>
      a.bare
        ? 'A comma ends an unquoted text inside { } and [ ]: put a text with a comma in it in quotes. Or write the value after the key and a colon.'
        : `Write the value after \`${a.key}:\`, or indented below it; or remove the line.`,
    about:
      'A key with nothing behind it is usually a line that was not finished, or whose value is indented too little. Words like `null` and `~` are texts here: what is absent is left out.',
  },
  'validate/language-version': {
    message: (a: { found: string }) => `The language version is ${a.found}; this compiler knows version 1.`,
    fix: (_: object) => 'Write `slipway: 1`.',
    about: 'The first key says which version of the language the file is written in.',
  },
  'validate/bad-id': {
    message: (a: { id: string; what: string }) => `"${a.id}" cannot be ${a.what}.`,
    fix: (a: { rule: string }) => a.rule,
    about:
      'Ids become folder names, Harbor names and properties in the generated grader, so they are kept to lower-case letters, digits and hyphens, starting with a letter.',
  },
  'validate/bad-time': {
    message: (a: { value: string }) => `"${a.value}" is not a moment: date, time and offset from UTC.`,
    fix: (_: object) => 'Write it like 2026-03-09T09:00:00+01:00 (or with Z).',
    about:
      '`now` is an instant: date, time and offset. Everything relative (`-61h`) counts from it, and without the offset it would be another moment on another machine.',
  },
  'validate/bad-zone': {
    message: (a: { value: string }) => `"${a.value}" is not a time zone.`,
    fix: (_: object) => 'Use an IANA name such as Europe/Berlin or UTC.',
    about: 'The zone decides how times without an offset are read and how times are shown.',
  },
  'validate/bad-number': {
    message: (a: { value: string; what: string }) => `"${a.value}" is not ${a.what}.`,
    fix: (a: { example: string }) => `Write it like ${a.example}.`,
    about:
      'Weights are decimals or fractions of whole numbers between 0 and 1 and are added exactly, so `1/3` three times is 1. The pass mark is above 0.5, because a `must` check that falls short leaves at most 0.5, and at most 1.',
  },
  'validate/bad-boolean': {
    message: (a: { value: string }) => `"${a.value}" is neither true nor false.`,
    fix: (_: object) => 'Write true or false.',
    about: 'Only `true` and `false` are booleans; `yes`, `no`, `on` and `off` mean different things in different YAML versions.',
  },
  'validate/no-checks': {
    message: (a: { what: string; so: string }) => `${capital(a.what)} is empty, so ${a.so}.`,
    fix: (a: { fix: string }) => a.fix,
    about: 'A scenario without checks gives every agent the same reward; a check with nothing in it holds whatever happens.',
  },
  'validate/check-without-kind': {
    message: (a: { id: string }) => `The check "${a.id}" does not say what it looks at.`,
    fix: (a: { kinds: readonly string[] }) => `Give it one of the keys ${a.kinds.join(', ')}.`,
    about: 'The kind of a check is the key that names what it looks at: `record:`, `sent:`, `reply:` and so on.',
  },
  'validate/check-with-two-kinds': {
    message: (a: { id: string; kinds: readonly string[] }) => `The check "${a.id}" is of two kinds at once: ${a.kinds.join(' and ')}.`,
    fix: (_: object) => 'Make two checks of it and split the weight.',
    about: 'One check looks at one thing, so that its finding can say what was expected and what was found.',
  },
  'validate/duplicate-id': {
    message: (a: { id: string; what: string; other: string }) =>
      a.id === a.other
        ? `There are two ${a.what} called "${a.id}".`
        : `The ${a.what} "${a.other}" and "${a.id}" differ only in hyphens, which their names in the grader do not have.`,
    fix: (_: object) => 'Give one of them another id.',
    about:
      'Ids name rows in verdicts and proofs and properties in the generated grader (`told-1` becomes `told1` there), labels (`as:`) the steps that near misses change; two of the same name could not be told apart.',
  },
  'validate/bad-step': {
    message: (a: { problem: string }) => `This step cannot be read: ${a.problem}.`,
    fix: (_: object) => 'Write `- service.tool: { argument: value }`, `- each: list as x` with `do:`, or `- reply: text`.',
    about: 'A step of a solution is one tool call, a loop over a list, or the reply.',
  },
  'validate/bad-each': {
    message: (a: { value: string }) => `"${a.value}" is not of the form \`list as name\`.`,
    fix: (_: object) => 'Write for example `each: overdue as t`.',
    about:
      '`each` repeats a check or steps for every item of a list; the name after `as` stands for the item. It is a word of letters, digits and _ that starts with a lower-case letter.',
  },
  'validate/bad-ladder': {
    message: (a: { id: string; problem: string }) => `The ladder of the check "${a.id}" cannot be used: ${a.problem}.`,
    fix: (_: object) => 'Write the number that was met and what it is worth: `score: { ladder: { "1": 0.3, "2": 0.6, "3": 1 } }`.',
    about:
      'A ladder gives a score for a number: items of `each` that are fully met, records that `count` counts, names in a reply, parts of `all`, `any` and `k_of`, pairs of `order`, faults of `recovered`. The highest rung that was reached decides; below the lowest the score is 0. The highest rung is worth 1, because the right work must earn everything.',
  },
  'validate/bad-rule': {
    message: (a: { id: string; problem: string }) => `The rule "${a.id}" cannot be read: ${a.problem}.`,
    fix: (_: object) =>
      'Write `writes: service.collection.field` (with `to: value` for one value of it), `writes: others`, or `tool: service.tool` (with `where`, `except_to` and `attempt`); both may have `until: { called: service.tool }` or `until: { saw: service.collection/ID }`.',
    about:
      'A rule prohibits an effect (`writes`), whatever tool has it, or the use of a tool (`tool`): one of the two. `to` narrows a written field; `where`, `except_to` and `attempt` narrow a tool; `until` ends a rule. Where they have nothing to narrow they would be ignored without a word.',
  },
  'validate/bad-fault': {
    message: (a: { tool: string; problem: string }) => `The planned fault of ${a.tool} cannot be used: ${a.problem}.`,
    fix: (_: object) => 'Write for example `{ tool: mail.send, nth: [1], kind: rate_limited, retry_after: 5 }`; at most one for a tool.',
    about:
      'A fault is planned by count: `nth` says which calls of the tool fail, from 1. Those count that would have been carried out, the failed ones too, so the first call and its repetition fail with `nth: [1, 2]`. After three failures in a row an agent may rightly give up, so there are no more of them.',
  },
  'validate/bad-injection': {
    message: (a: { id: string; problem: string }) => `The injection "${a.id}" cannot be used: ${a.problem}.`,
    fix: (_: object) =>
      'Write what it wants as `{ tool: service.tool, where: { … } }`, `{ writes: service.collection.field, to: value }` or `{ leak: service.collection.field, to: address }`; several of them as a list.',
    about:
      'An injection is text in a record that asks the agent for something its user never asked for. What it wants becomes a rule of the injection’s name: the use of a tool (tried or done), a write, or values that reach somebody. Each of its wishes is one of these three.',
  },
  'validate/bad-answer': {
    message: (a: { field?: string; problem: string }) =>
      a.field === undefined
        ? `The form of the answer cannot be used: ${a.problem}.`
        : `"${a.field}" of the answer cannot be used: ${a.problem}.`,
    fix: (a: { fix: string }) => a.fix,
    about:
      'Each field of the form is an argument of the reply tool: it has a name, a type, and `about`, which tells the agent what belongs there. An enum needs `values`, a reference `to`, a list may say `of`, a table needs `columns` and a `key` that tells its rows apart.',
  },
};
