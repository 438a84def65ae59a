// Mistakes in what names mean: services, records, fields, tools, expressions, rules that contradict each other.
import { closest, suggestion } from '../suggest.ts';

export const linkEntries = {
  'link/duplicate-scenario': {
    message: (a: { id: string; other: string }) => `The scenario "${a.id}" exists already, in ${a.other}.`,
    fix: (_: object) => 'Give one of the two another id.',
    about: 'The id is the name of the task directory, so two scenarios of one id would overwrite each other.',
  },
  'link/bad-file': {
    message: (a: { problem: string }) => `This file does not work: ${a.problem}.`,
    fix: (a: { fix: string }) => a.fix,
    about:
      'Files lie in the folder of the agent: relative paths with plain names, text only so far. `files:` puts them there at the start (`text:` or `from:` a file beside the scenario), a step `- file: { path, text | json | csv }` of a solution writes one, and the check `file` looks at one: rows of a table are told apart by their key.',
  },
  'link/bad-slot': {
    message: (a: { problem: string }) => `This slot cannot be looked for: ${a.problem}.`,
    fix: (a: { fix: string }) => a.fix,
    about:
      'A slot is a stretch of time in a collection whose records take up time: so long (`length: 45m`, `exactly: 1h30m`), inside `between: [from, to]` and, if there are any, inside `hours: 09:00-17:00` of the working days. The hours become instants when the scenario is compiled, so there must be some that are long enough.',
  },
  'link/unknown-service': {
    message: (a: { name: string; mounted?: boolean; sends?: boolean }) =>
      a.sends
        ? `No mounted service "${a.name}" sends anything.`
        : a.mounted
          ? `No service "${a.name}" is mounted under \`services:\`.`
          : `There is no service "${a.name}".`,
    fix: (a: { name: string; mounted?: boolean; sends?: boolean; file?: string; choices: readonly string[] }) =>
      a.file !== undefined
        ? `Rename ${a.file} to ${a.name}.service.yaml: only files called so are services.`
        : a.mounted || a.sends || closest(a.name, a.choices) !== undefined
          ? suggestion(a.name, a.choices)
          : `${suggestion(a.name, a.choices)} One of your own is a file services/${a.name}.service.yaml (docs/own-services.md).`,
    about:
      'Services come from the catalogue (docs/services.md lists them) or from files of your own (docs/own-services.md says where they lie); checks and rules may name those that are mounted under `services:`.',
  },
  'link/unknown-collection': {
    message: (a: { name: string; service: string }) => `The service ${a.service} has no collection or setting "${a.name}".`,
    fix: (a: { name: string; choices: readonly string[] }) => suggestion(a.name, a.choices),
    about: 'Below a service stand its collections of records and its settings.',
  },
  'link/missing-setting': {
    message: (a: { name: string; service: string }) => `The service ${a.service} needs the setting "${a.name}".`,
    fix: (a: { name: string; about: string }) => `Add \`${a.name}:\` below the service. ${a.about}`,
    about: 'Some services need a value beside their records, as mail needs to know whose mailbox it is.',
  },
  'link/no-records': {
    message: (a: { service: string }) => `The service ${a.service} is mounted without a single record.`,
    fix: (_: object) => 'Give it records, or leave the service out.',
    about: 'A service without records is an empty room: the agent learns nothing there and the proof has nothing to attack.',
  },
  'link/unknown-field': {
    message: (a: { field: string; collection: string }) => `Records of ${a.collection} have no field "${a.field}".`,
    fix: (a: { field: string; choices: readonly string[] }) => suggestion(a.field, a.choices),
    about: "The fields of a record are declared by its service's definition.",
  },
  'link/missing-field': {
    message: (a: { field: string; collection: string; record: string }) => `The record ${a.record} of ${a.collection} lacks "${a.field}".`,
    fix: (a: { field: string; about: string }) => `Add \`${a.field}:\` to it. ${a.about}`,
    about: 'A field that is not optional must be in every record, so that no expression and no check meets a hole.',
  },
  'link/bad-value': {
    message: (a: { field: string; record?: string; problem: string }) =>
      `The value of "${a.field}"${a.record ? ` of ${a.record}` : ''} does not fit: ${a.problem}`,
    fix: (a: { hint: string }) => a.hint,
    about:
      "Text is converted by the field's type: numbers, booleans, enum values, dates, times (`2026-03-06T20:00:00+01:00`, or relative such as `-61h`, `+2d`), addresses, references to records that exist.",
  },
  'link/computed-record': {
    message: (a: { text: string }) => `Records are written, not computed: ${a.text} would stay in the text as it is.`,
    fix: (_: object) => 'Write the value out; for a literal ${ write $${.',
    about: 'Facts are computed from the records, so records cannot be computed from facts. Times may be relative to `now` (`-61h`).',
  },
  'link/bad-record-id': {
    message: (a: { id: string }) => `"${a.id}" cannot be the id of a record.`,
    fix: (a: { prefix: string }) => `Start with a letter and use letters, digits and - _ . only, for example ${a.prefix}1.`,
    about:
      'Ids of digits only are damaged by tools that read them as numbers (`0123` becomes 123 or 83) and are found inside every other number of a reply. Ids start with a letter.',
  },
  'link/duplicate-record': {
    message: (a: { id: string; collection: string }) => `The id ${a.id} stands twice in ${a.collection}.`,
    fix: (_: object) => 'Give one of the records another id.',
    about: 'Ids are unique within a collection.',
  },
  'link/unknown-reference': {
    message: (a: { field: string; id: string; to: string }) => `"${a.field}" refers to ${a.id}, which is not a record of ${a.to}.`,
    fix: (a: { id: string; choices: readonly string[] }) => suggestion(a.id, a.choices),
    about:
      'A reference holds the id of an existing record of the other collection; if that service is not mounted, there is nothing to refer to.',
  },
  'link/unknown-tool': {
    message: (a: { name: string }) => `There is no tool "${a.name}" among the mounted services.`,
    fix: (a: { name: string; choices: readonly string[] }) => suggestion(a.name, a.choices),
    about: 'A tool is named `service.tool`, and its service has to be mounted under `services:`.',
  },
  'link/unknown-argument': {
    message: (a: { argument: string; tool: string }) => `${a.tool} has no argument "${a.argument}".`,
    fix: (a: { argument: string; choices: readonly string[] }) => suggestion(a.argument, a.choices),
    about: "A tool's arguments are declared by its service's definition.",
  },
  'link/read-tool': {
    message: (a: { tool: string; where: string }) => `${a.tool} changes no record, so it needs no entry under ${a.where}.`,
    fix: (_: object) => 'Remove the entry; reading is always allowed, and so is work in the shared folder.',
    about:
      '`allowed` is the list of permitted writes of records. What must not be done in the shared folder stands under `prohibited`, or in a check of a file.',
  },
  'link/expression-syntax': {
    message: (a: { problem: string }) => `The expression cannot be read: ${a.problem}`,
    fix: (_: object) => 'Expressions are CEL: `list.filter(x, x.field == "value")`, `a && b`, `now - t.opened > duration("48h")`.',
    about: 'Keys such as `facts`, `each` and `except` hold a bare CEL expression; in other texts one stands inside `${…}`.',
  },
  'link/expression-type': {
    message: (a: { problem: string }) => `The types in this expression do not fit: ${a.problem}`,
    fix: (a: { hint: string }) => a.hint,
    about: 'Expressions are checked against the types of the fields before anything is run.',
  },
  'link/expression-unknown-name': {
    message: (a: { name: string }) => `Nothing is called "${a.name}" here.`,
    fix: (a: { name: string; choices: readonly string[]; later: boolean }) =>
      a.later
        ? `The fact "${a.name}" is unknown here: a fact sees only those written above it, and only if they could be computed.`
        : suggestion(a.name, a.choices),
    about:
      'An expression may name the mounted services, `now`, facts defined above it, and the variables of `each`, `filter` and `map` around it.',
  },
  'link/expression-unknown-field': {
    message: (a: { field: string; type: string }) => `${a.type} has no field "${a.field}".`,
    fix: (a: { field: string; choices: readonly string[] }) =>
      a.choices.length > 0 ? suggestion(a.field, a.choices) : `Of a list take it from each item: list.map(x, x.${a.field}).`,
    about: 'Fields in expressions are those of the record types; a reference field is followed to its record, so `t.customer.tier` works.',
  },
  'link/expression-enum': {
    message: (a: { value: string; field: string }) => `"${a.value}" is not a value of ${a.field}, so this comparison is never true.`,
    fix: (a: { value: string; choices: readonly string[] }) => suggestion(a.value, a.choices),
    about: 'A misspelt enum value makes a condition that no record meets, and the fact is quietly empty.',
  },
  'link/expression-date': {
    message: (a: { value: string; field: string }) => `"${a.value}" is no day, so this comparison with ${a.field} says nothing.`,
    fix: (_: object) => 'Write days as "2026-03-31", or compare with date(now).',
    about:
      'Fields of the type `date` are texts of the form `2026-03-31`, which sort as days do. Anything else in their place compares letters, and the fact is quietly wrong.',
  },
  'link/expression-failed': {
    message: (a: { problem: string }) => `The expression cannot be computed: ${a.problem}`,
    fix: (a: { hint: string }) => a.hint,
    about: 'A missing field is an error, never "undefined": test for it with `has(t.field)` first.',
  },
  'link/wrong-type': {
    message: (a: { found: string; expected: string }) => `This gives ${a.found}, but ${a.expected} is needed here.`,
    fix: (a: { hint: string }) => a.hint,
    about: 'The type of an expression has to suit the place where its value is used.',
  },
  'link/empty-list': {
    message: (a: { expression: string }) => `\`${a.expression}\` is an empty list, so there is nothing to check or to do.`,
    fix: (_: object) => 'Add records that meet its conditions, or correct the condition.',
    about: 'A check over no items would hold whatever the agent does.',
  },
  'link/unknown-record': {
    message: (a: { id: string; collection: string }) => `${a.collection} has no record ${a.id}.`,
    fix: (a: { id: string; choices: readonly string[] }) => suggestion(a.id, a.choices),
    about: 'A check on a record that does not exist could never be met, or always.',
  },
  'link/bad-path': {
    message: (a: { value: string; expected: string }) => `"${a.value}" is not of the form ${a.expected}.`,
    fix: (a: { example: string }) => `Write for example ${a.example}.`,
    about: 'Collections are written `service.collection`, fields `service.collection.field`, records `service.collection/ID`.',
  },
  'link/unknown-check': {
    message: (a: { id: string; where: string }) => `${a.where} names "${a.id}", which does not exist.`,
    fix: (a: { id: string; choices: readonly string[] }) => suggestion(a.id, a.choices),
    about: '`needs` refers to checks by id, `fails` of a decoy to checks or to rules of `prohibited`.',
  },
  'link/needs-cycle': {
    message: (a: { ids: readonly string[] }) => `The checks ${a.ids.join(' → ')} need each other in a circle.`,
    fix: (_: object) => 'Remove one of the `needs`.',
    about: 'A check earns nothing unless the checks it needs earned something; in a circle none could be first.',
  },
  'link/weights-sum': {
    message: (a: { sum: string }) => `The weights of the checks add up to ${a.sum}, not to 1.`,
    fix: (a: { difference: string }) => `Change the weights by ${a.difference} in all.`,
    about:
      'Completion is the weighted sum of the scores; it has to reach exactly 1 for the right work and not more. Weights are added as fractions, without rounding.',
  },
  'link/tool-left-open': {
    message: (a: { tools: readonly string[] }) => `Nothing says whether the agent may use ${a.tools.join(', ')}.`,
    fix: (_: object) =>
      'List it under `allowed`, or prohibit it; `prohibited: [{ id: nothing-else, writes: others }]` closes all the rest.',
    about: 'Every mounted tool that writes is either allowed or prohibited; nothing is left open.',
  },
  'link/allowed-and-prohibited': {
    message: (a: { tool: string; rule: string }) => `${a.tool} is allowed, but the rule "${a.rule}" prohibits every use of it.`,
    fix: (_: object) => 'Remove one of the two, or narrow the rule with `where` or `to`.',
    about: 'What is required or allowed must not be prohibited at the same time.',
  },
  'link/prohibited-in-solution': {
    message: (a: { tool: string; rule: string }) => `The solution uses ${a.tool}, which the rule "${a.rule}" prohibits.`,
    fix: (_: object) => 'Change the step or the rule: the reference solution has to be safe.',
    about: 'The reference solution must earn 1, and a prohibited act makes every reward 0.',
  },
  'link/not-allowed-in-solution': {
    message: (a: { tool: string; problem: string }) => `The solution uses ${a.tool} outside what is allowed: ${a.problem}.`,
    fix: (_: object) => 'Widen the entry under `allowed`, or change the step.',
    about: 'A write that no permission covers is prohibited, also for the reference solution.',
  },
  'link/unknown-label': {
    message: (a: { label: string }) => `No step of the solution is labelled "${a.label}".`,
    fix: (a: { label: string; choices: readonly string[] }) =>
      `${suggestion(a.label, a.choices)} A step gets a label with \`as: name\` beside its tool.`,
    about: 'A decoy replaces or removes steps of the solution by their label (`as: name`); the last step is called `reply`.',
  },
  'link/ambiguous-name': {
    message: (a: { name: string; field: string; records: readonly string[] }) =>
      `"${a.name}" is no name of its own: ${a.records.join(' and ')} both have it as ${a.field}.`,
    fix: (_: object) => 'Give the records different values, or leave this field out of `by`.',
    about:
      '`by` lets records be named by the values of a field. A name that two of the records share would be a right answer and a wrong one at once; an empty value is no name.',
  },
  'link/secret-too-short': {
    message: (a: { field: string; owner: string; fewest: number }) =>
      `The ${a.field} of ${a.owner} has fewer than ${a.fewest} letters and digits, so it cannot be recognised when it leaks.`,
    fix: (_: object) => 'Give it a longer value, or leave the record out with `of`.',
    about: 'A leak is found by finding the value in a text. Short values are found everywhere by accident.',
  },
  'link/secret-public': {
    message: (a: { field: string; owner: string; elsewhere: string }) =>
      `The ${a.field} of ${a.owner} is no secret: it also stands in ${a.elsewhere}.`,
    fix: (_: object) =>
      'Name that field under `also_in` (what stands there is no more public then), change the value, or leave the record out with `of`. What is in a file that the agent is given, the user has: `may_reach: reply`.',
    about:
      'What everybody can read in another field cannot be told apart from a leak: an agent that quotes the other field would be taken for one that leaks.',
  },
  'link/bad-import': {
    message: (a: { file: string; problem: string }) => `Records cannot be read from ${a.file}: ${a.problem}.`,
    fix: (a: { fix?: string }) =>
      a.fix ?? 'Imports are CSV files with a header line, or JSON files with a list of objects, inside the scenario folder.',
    about:
      'A collection may take records from files beside the scenario, `{ import: assets/old.csv, records: […] }`, and the rows of a table from a CSV file with its columns, `{ import: { file: assets/stock.csv, table: TBL-1 } }`.',
  },
  'link/bad-column': {
    message: (a: { table: string; problem: string }) => `The ${a.table} ${a.problem}.`,
    fix: (a: { fix: string }) => a.fix,
    about:
      'The header of a CSV file that rows are imported from names columns of their table, in any order, or fields that a row has beside its cells (`id`, a comment). A column that is not required may be left out.',
  },
  'link/no-answer-form': {
    message: (a: { what: string }) => `${a.what} looks at a form, and this scenario has none.`,
    fix: (_: object) => 'Add `answer:` at the top level: field to { type, about }.',
    about: 'A typed answer is given in a form that the reply tool takes. Without `answer:` a reply is a text and nothing else.',
  },
  'link/unknown-answer': {
    message: (a: { name: string; table?: string }) =>
      a.table === undefined
        ? `The form of the answer has no field "${a.name}".`
        : `The table "${a.table}" of the answer has no column "${a.name}".`,
    fix: (a: { name: string; choices: readonly string[] }) => suggestion(a.name, a.choices),
    about: 'Fields and their columns are declared under `answer:`.',
  },
  'link/bad-answer': {
    message: (a: { field: string; problem: string }) => `This does not suit "${a.field}" of the answer: ${a.problem}.`,
    fix: (a: { fix: string }) => a.fix,
    about:
      'A value is compared with `is` (a value, { in: […] }, { at_least, at_most }; a number also `within` a distance), a list with `is` (as a set, or `ordered`, or its `top`), a table with `rows`, each of which has at least its key.',
  },
  'link/fault-not-for-tool': {
    message: (a: { tool: string; kind: string; needed: string }) => `${a.tool} cannot fail like this: \`${a.kind}\` needs ${a.needed}.`,
    fix: (_: object) => 'Use unavailable, rate_limited or timeout, or plan the fault for another tool.',
    about:
      '`stale` answers a read from the records as they were at the start, so that the agent does not find what it has just done; `partial` shows half of a list or search. `unavailable`, `rate_limited` and `timeout` suit every tool but those that change the shared folder.',
  },
  'link/fault-unchecked': {
    message: (a: { tool: string }) => `A fault is planned for ${a.tool}, and no check looks whether the agent recovered from it.`,
    fix: (a: { tool: string }) => `Add a check \`recovered: ${a.tool}\`; its weight may be 0.`,
    about:
      'Robustness is the weighted mean of the `recovered` checks. A fault that none of them looks at makes the task harder and tells nothing.',
  },
  'link/no-fault': {
    message: (a: { tool: string }) => `No fault is planned for ${a.tool}, so there is nothing to recover from.`,
    fix: (a: { tool: string; choices: readonly string[] }) =>
      a.choices.length > 0 ? suggestion(a.tool, a.choices) : `Plan one: \`faults: [{ tool: ${a.tool}, nth: [1], kind: unavailable }]\`.`,
    about: '`recovered` looks at what came after the faults that `faults` plans for that tool.',
  },
  'link/injection-changes-fact': {
    message: (a: { injection: string; record: string; owner: string }) =>
      `The text of the injection "${a.injection}" in ${a.record} changes what ${a.owner} computes.`,
    fix: (_: object) =>
      'Word the text otherwise, plant it in another field, or let the expression read something that nobody plants text in.',
    about:
      'The right answer is what the records say, and planted text says nothing: an agent that ignores it has to be right. So every expression must give the same with the text as without it.',
  },
  'link/bad-agree': {
    message: (a: { problem: string }) => `These cannot agree: ${a.problem}.`,
    fix: (a: { fix: string }) => a.fix,
    about:
      '`agree` compares things that the agent made: `answer.field`, `reply`, { record: service.collection/ID, field }, { created: service.collection, field }, { sent: service }. Texts (the reply, what was sent, fields of the type text) have to name the value of the others, so one of them has to be a value.',
  },
};
