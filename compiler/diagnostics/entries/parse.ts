// Mistakes found while reading the file as YAML.
export const parseEntries = {
  'parse/too-large': {
    message: (a: { bytes: number; limit: number }) => `The file has ${a.bytes} bytes; a scenario may have ${a.limit}.`,
    fix: (_: object) => 'Split the scenario, or move long tables of records into smaller scenarios.',
    about:
      'A scenario file is written and reviewed by people. One that is larger than the limit is almost always a data dump or the wrong file, so it is refused before it is read.',
  },
  'parse/not-text': {
    message: (a: { at: number }) => `The file is not UTF-8 text: byte ${a.at} does not belong to any character.`,
    fix: (_: object) => 'Save the file as UTF-8; most editors have it under “Save with encoding”.',
    about: 'Scenario files are UTF-8, with or without a byte order mark, with LF or CRLF line ends.',
  },
  'parse/empty-file': {
    message: (a: { what: 'scenario' | 'service' }) => `The file holds no ${a.what}.`,
    fix: (a: { what: 'scenario' | 'service' }) =>
      a.what === 'scenario'
        ? 'Start with `slipway: 1`, `id:`, `title:`, `now:`, `request:`; README shows a whole one.'
        : 'Start with `name:`, `title:`, `about:`, `collections:`; docs/own-services.md shows a whole one.',
    about: 'An empty file, or one with nothing but comments, describes nothing.',
  },
  'parse/tab-indent': {
    message: (_: object) => 'The line is indented with a tab; YAML knows only spaces.',
    fix: (_: object) => 'Replace the tab with spaces.',
    about:
      'YAML forbids tabs as indentation, and its own errors about them point somewhere else. Every such line is reported; a tab inside the text of a `|` block is no mistake.',
  },
  'parse/unquoted-expression': {
    message: (a: { text: string }) => `Inside { } and [ ] an unquoted ${a.text} is read as the start of another mapping.`,
    fix: (a: { text: string }) => `Put it in quotes: "${a.text}".`,
    about:
      'In flow style a brace opens a mapping, so `{ id: ${t.id} }` is not what it looks like. YAML answers with half a dozen unrelated errors; this one replaces them.',
  },
  'parse/duplicate-key': {
    message: (a: { key: string }) => `The key "${a.key}" stands twice in the same mapping.`,
    fix: (a: { key: string }) => `Keep one "${a.key}", or give the second one another name.`,
    about: 'Other YAML readers keep the last of two equal keys without a word, so half of what was written would be ignored.',
  },
  'parse/alias': {
    message: (a: { what: string }) => `${a.what} is not part of the language.`,
    fix: (_: object) => 'Write the value out; a scenario can compute it once under `facts:`.',
    about:
      'Anchors, aliases and merge keys make a file that does not mean what it shows, and a few of them can expand to millions of values. The language has facts and `each` instead.',
  },
  'parse/too-deep': {
    message: (a: { limit: number }) => `Here lists and mappings stand more than ${a.limit} deep within each other.`,
    fix: (_: object) => 'Look for brackets that were not closed, or for the wrong file.',
    about: 'Nothing in the language is nested deeper than about ten levels. What goes far beyond is not a scenario.',
  },
  'parse/bad-character': {
    message: (a: { character: string }) => `This text holds the control character ${a.character}, which cannot be shown or sent.`,
    fix: (_: object) => 'Remove the character; most editors do not show it.',
    about:
      'Control characters and halves of surrogate pairs (`"\\ud800"`) cannot travel through files, mails and JSON unchanged, so what the agent sees would differ from what was proved.',
  },
  'parse/yaml-tag': {
    message: (a: { tag: string }) => `The tag ${a.tag} is not part of the language.`,
    fix: (_: object) => "Remove the tag; a field's type decides how its text is read.",
    about: 'Every value is read as text first and converted by the type of the field it belongs to. Tags would bypass that.',
  },
  'parse/several-documents': {
    message: (_: object) => 'The file holds more than one YAML document.',
    fix: (a: { what: 'scenario' | 'service' }) =>
      a.what === 'scenario'
        ? 'Keep one scenario per folder: move what follows `---` into a folder of its own.'
        : 'Keep one service per file: move what follows `---` into a file of its own.',
    about: 'One folder holds one scenario, one file one service. A second document in the file would be ignored by most tools.',
  },
  'parse/yaml-syntax': {
    message: (a: { problem: string }) => `This is not valid YAML: ${a.problem}`,
    fix: (a: { fix?: string }) => a.fix ?? 'Look at the indentation and at quotes and brackets on this line and the one above.',
    about: 'The YAML parser could not read the file. The place is where it gave up; the cause is often a line earlier.',
  },
};
