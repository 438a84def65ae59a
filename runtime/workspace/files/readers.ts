// Reads the text out of office files. A bundle of its own (readers.mjs), in packs whose office has the files service, and loaded when the
// first such file is read. The only importer of these libraries.
import mammoth from 'mammoth';
import readXlsx from 'read-excel-file/universal';
import { getDocumentProxy } from 'unpdf';
import { type Cell, damagedReason, type OfficeFormat, type Reading, type Sheet } from './reading.ts';
import { unpackProblem } from './unpacked.ts';

const MOST_PAGES = 500;
const MOST_CELLS = 200_000;
const MOST_CHARACTERS = 2_000_000;

/** What the file says. Never throws: what cannot be read is `broken`, with the reason. */
export async function readOffice(format: OfficeFormat, bytes: Uint8Array): Promise<Reading> {
  const problem = format === 'pdf' ? undefined : unpackProblem(bytes, format);
  if (problem !== undefined) return broken(problem);
  try {
    const reading = await readers[format](bytes);
    return lengthOf(reading) > MOST_CHARACTERS ? broken(`it holds more than ${MOST_CHARACTERS} characters`) : reading;
  } catch {
    // What the libraries say is for those who know their insides.
    return broken(damagedReason(format));
  }
}

const readers: { readonly [format in OfficeFormat]: (bytes: Uint8Array) => Promise<Reading> } = {
  async pdf(bytes) {
    // The library takes the memory it is given for itself; without `verbosity` it writes warnings to the output.
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    try {
      if (document.numPages > MOST_PAGES) return broken(`it has more than ${MOST_PAGES} pages`);
      const pages: string[] = [];
      for (let number = 1; number <= document.numPages; number += 1) {
        const { items } = await (await document.getPage(number)).getTextContent();
        const text = items.map(textOfItem).join('');
        pages.push(tidy(text));
      }
      return { kind: 'pages', pages };
    } finally {
      await document.destroy();
    }
  },

  async docx(bytes) {
    const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, { convertImage: mammoth.images.imgElement(noImage) });
    return { kind: 'text', text: tidy(textOfHtml(value)) };
  },

  async xlsx(bytes) {
    const found = await readXlsx(new Blob([new Uint8Array(bytes)]));
    const cells = found.reduce((sum, { data }) => sum + data.length * (data[0]?.length ?? 0), 0);
    if (cells > MOST_CELLS) return broken(`it holds more than ${MOST_CELLS} cells`);
    return { kind: 'sheets', sheets: found.map(({ sheet, data }): Sheet => ({ name: sheet, rows: data.map((row) => row.map(cellOf)) })) };
  },
};

/** A piece of text, or a mark without one. */
function textOfItem(item: { readonly str: string; readonly hasEOL: boolean } | { readonly type: string }): string {
  return 'str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '';
}

function noImage(): Promise<{ readonly src: string }> {
  return Promise.resolve({ src: '' });
}

/** Paragraphs and rows of tables as lines, cells with tabs between them. What mammoth writes is regular. */
function textOfHtml(html: string): string {
  const cells = html.replaceAll(/<\/p>(?=<\/t[dh]>)/g, '').replaceAll(/<\/t[dh]>(?=<t[dh])/g, '\t');
  const lines = cells.replaceAll(/<li>/g, '- ').replaceAll(/<br ?\/>|<\/(?:p|h[1-6]|li|tr)>/g, '\n');
  return lines
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

/** A date without a time of day is shown without one. Sheets know no zones. */
function cellOf(cell: unknown): Cell {
  if (cell instanceof Date)
    return cell
      .toISOString()
      .replace(/T00:00:00\.000Z$/, '')
      .replace(/\.000Z$/, '');
  return typeof cell === 'number' || typeof cell === 'boolean' ? cell : String(cell ?? '');
}

function lengthOf(reading: Reading): number {
  if (reading.kind === 'text') return reading.text.length;
  if (reading.kind === 'pages') return reading.pages.reduce((sum, page) => sum + page.length, 0);
  if (reading.kind === 'broken') return 0;
  return reading.sheets.flatMap(({ rows }) => rows.flat()).reduce((sum: number, cell) => sum + String(cell).length, 0);
}

function broken(reason: string): Reading {
  return { kind: 'broken', reason };
}
