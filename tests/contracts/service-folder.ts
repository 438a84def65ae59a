// A shared folder for tests of services, and what a tool on it may be asked there.
import type { FolderTool } from '#services/types.ts';
import { type FileContent, filesInMemory } from '#workspace/files/memory.ts';

/** A new one each time: texts, a table, one of each office format, something that is no text, and a folder below. */
export function sampleFolder(): Map<string, FileContent> {
  const office = (
    format: 'pdf' | 'docx' | 'xlsx',
    reading: NonNullable<Exclude<FileContent, string>['office']>['reading'],
  ): FileContent => ({
    bytes: Buffer.from(format),
    office: { format, reading },
  });
  return new Map<string, FileContent>([
    ['a.txt', 'one\ntwo\nthree\n'],
    ['b.csv', 'a,b\n1,2\n'],
    ['empty.md', ''],
    ['sub/c.json', '{"a": 1}\n'],
    ['sub/deeper/d.pdf', office('pdf', { kind: 'pages', pages: ['A first page', 'A second one'] })],
    ['e.docx', office('docx', { kind: 'text', text: 'A contract\nFee\t1200' })],
    [
      'f.xlsx',
      office('xlsx', {
        kind: 'sheets',
        sheets: [
          {
            name: 'Rates',
            rows: [
              ['Role', 'Rate'],
              ['Lead', 95.5],
            ],
          },
        ],
      }),
    ],
    ['broken.pdf', office('pdf', { kind: 'broken', reason: 'it is damaged' })],
    ['g.png', { bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]) }],
  ]);
}

/** The tools on a new sample folder. */
export function onSampleFolder(files = sampleFolder()) {
  return { files: filesInMemory(files) };
}

/** Arguments that a tool accepts in the folder as it was at the start; `index` (0 to 3 for different ones) varies them. */
export function folderArguments({ action }: FolderTool, index: number): { readonly [name: string]: unknown } {
  const files = [...sampleFolder().keys()];
  const path = files[index % files.length];
  switch (action) {
    case 'list':
      return index % 2 === 0 ? {} : { recursive: true, pattern: '*.?*', limit: 2 };
    case 'info':
    case 'delete':
      return { path };
    case 'read':
      return { path: ['a.txt', 'sub/deeper/d.pdf', 'f.xlsx', 'e.docx'][index % 4], ...(index % 4 === 0 && { offset: 2, limit: 1 }) };
    case 'search':
      return { query: ['a', 'Fee', 'lead'][index % 3] };
    case 'write':
      return {
        path: ['new.csv', 'a.txt', 'b.csv', 'out/new.txt'][index % 4],
        text: `text ${index}\n`,
        ...(index % 4 !== 0 && { mode: ['append', 'overwrite'][index % 2] }),
      };
    case 'move':
    case 'copy':
      return { path, to: `moved/${index % 7}.txt`, ...(index % 2 === 0 && { overwrite: true }) };
    case 'make_folder':
      return { path: `made/${index % 3}` };
  }
}
