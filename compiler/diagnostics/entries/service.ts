// Mistakes in a user's own service file: what its definition means. Its YAML and its keys are those of parse/ and validate/.
import { withArticle } from '#services/article.ts';
import { capital } from '../sentence.ts';
import { suggestion } from '../suggest.ts';

export const serviceEntries = {
  'service/wrong-name': {
    message: (a: { name: string; file: string }) => `The service calls itself "${a.name}", but its file is called ${a.file}.`,
    fix: (a: { name: string; stem: string }) => `Write \`name: ${a.stem}\`, or rename the file to ${a.name}.service.yaml.`,
    about:
      'A service is found by the name of its file: `services: parking:` in a scenario looks for `services/parking.service.yaml`. So the two are the same.',
  },
  'service/name-taken': {
    message: (a: { name: string }) => `There is a built-in service "${a.name}" already.`,
    fix: (_: object) => 'Give yours another name, its file as well; `slipway catalog` lists the built-in ones.',
    about:
      'A scenario that says `services: mail:` means the same service wherever it lies, so a file of your own cannot take the place of a built-in one.',
  },
  'service/bad-name': {
    message: (a: { name: string; what: string }) => `"${a.name}" cannot be the name of ${a.what}.`,
    fix: (a: { name: string; taken: boolean }) =>
      a.taken ? 'Take another word: this one has a meaning of its own in expressions.' : spelling(a.name),
    about:
      'Names of services, settings, collections, fields, tools and arguments are lower-case words of letters and digits, joined by `_`: they are parts of tool names, command lines and expressions. Words that mean something in expressions (`in`, `true`; for a service also `now`, `string`, `list` and other types) cannot be used there.',
  },
  'service/unknown-field': {
    message: (a: { name: string; noun: string }) => `${capital(withArticle(a.noun))} has no field "${a.name}".`,
    fix: (a: { name: string; choices: readonly string[] }) => suggestion(a.name, a.choices),
    about:
      'What a tool takes, filters, searches, sorts by or sets are fields of its collection; `id` is every record’s and is not among them.',
  },
  'service/unknown-collection': {
    message: (a: { name: string; service: string }) => `The service ${a.service} has no collection "${a.name}".`,
    fix: (a: { name: string; choices: readonly string[] }) => suggestion(a.name, a.choices),
    about: 'A tool works on one collection of its own service, named without the service: `collection: permits`.',
  },
  'service/unknown-reference': {
    message: (a: { to: string }) => `There is no collection "${a.to}" that a field could refer to.`,
    fix: (a: { to: string; choices: readonly string[] }) =>
      a.choices.length === 1 ? `Did you mean "${a.choices[0]}"?` : suggestion(a.to, a.choices),
    about:
      'A reference leads to a collection as service.collection, of this service, of a built-in one or of another file beside it. The service it leads to need not be mounted: then any id is taken.',
  },
  'service/bad-definition': {
    message: (a: { where: string; problem: string }) => `${capital(a.where)}: ${a.problem}.`,
    fix: (a: { fix: string }) => a.fix,
    about:
      'A service has to be able to do what its definition says: values fit their fields, a new record has everything that it needs, ids of two collections differ, filters test what can be tested. Built-in services pass the same check.',
  },
};

function spelling(name: string): string {
  const words = name
    .normalize('NFD')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '');
  const rule = 'Use lower-case letters and digits, words joined by _, a letter first';
  return words === '' ? `${rule}.` : `${rule}: ${words}.`;
}
