// Small office files for tests, made by hand: the same bytes every time, and no library that tests would have to trust.
import { deflateRawSync } from 'node:zlib';

/** A zip archive of texts or bytes by path; `packed`: deflated, as office programs write it. */
export function zipOf(parts: { readonly [path: string]: string | Uint8Array }, packed = false): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [path, content] of Object.entries(parts)) {
    const plain = Buffer.from(content as string);
    const data = packed ? deflateRawSync(plain) : plain;
    const name = Buffer.from(path);
    const entry = { method: packed ? 8 : 0, crc: crcOf(plain), packed: data.length, size: plain.length, name: name.length };
    files.push(header(0x04034b50, entry, undefined), name, data);
    directory.push(header(0x02014b50, entry, at), name);
    at += 30 + name.length + data.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  for (const place of [8, 10]) end.writeUInt16LE(Object.keys(parts).length, place);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, listed, end]);
}

interface Entry {
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly name: number;
}

/** The header before a file, or with `offset` the one in the directory. */
function header(mark: number, { method, crc, packed, size, name }: Entry, offset: number | undefined): Buffer {
  const bytes = Buffer.alloc(offset === undefined ? 30 : 46);
  bytes.writeUInt32LE(mark, 0);
  const at = offset === undefined ? 4 : 6;
  bytes.writeUInt16LE(20, 4);
  bytes.writeUInt16LE(20, at);
  bytes.writeUInt16LE(method, at + 4);
  // The first day that these archives know.
  bytes.writeUInt16LE(0x21, at + 8);
  bytes.writeUInt32LE(crc, at + 10);
  bytes.writeUInt32LE(packed, at + 14);
  bytes.writeUInt32LE(size, at + 18);
  bytes.writeUInt16LE(name, at + 22);
  if (offset !== undefined) bytes.writeUInt32LE(offset, 42);
  return bytes;
}

const CRC = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'application/vnd.openxmlformats-officedocument';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function typesOf(parts: { readonly [path: string]: string }): string {
  const overrides = Object.entries(parts).map(([path, type]) => `<Override PartName="/${path}" ContentType="${OFFICE}.${type}+xml"/>`);
  return `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`;
}

function relationsOf(targets: readonly (readonly [type: string, target: string])[]): string {
  const all = targets.map(([type, target], index) => `<Relationship Id="r${index + 1}" Type="${RELATION}/${type}" Target="${target}"/>`);
  return `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** A Word document of paragraphs; a list of lists is a table. */
export function docxOf(parts: readonly (string | readonly (readonly string[])[])[]): Buffer {
  const paragraph = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`;
  const row = (cells: readonly string[]) => `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`;
  const body = parts.map((part) => (typeof part === 'string' ? paragraph(part) : `<w:tbl>${part.map(row).join('')}</w:tbl>`)).join('');
  return zipOf(
    {
      '[Content_Types].xml': typesOf({ 'word/document.xml': 'wordprocessingml.document.main' }),
      '_rels/.rels': relationsOf([['officeDocument', 'word/document.xml']]),
      'word/document.xml': `${XML}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    },
    true,
  );
}

/** A cell: text, a number, a truth, or a date as the number of its day. */
export type MadeCell = string | number | boolean | { readonly day: number };

/** An Excel workbook: sheets by name, rows of cells. */
export function xlsxOf(sheets: { readonly [name: string]: readonly (readonly MadeCell[])[] }): Buffer {
  const names = Object.keys(sheets);
  const paths = names.map((_, index) => `worksheets/sheet${index + 1}.xml`);
  const types = Object.fromEntries(paths.map((path) => [`xl/${path}`, 'spreadsheetml.worksheet']));
  const listed = names.map((name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="r${index + 1}"/>`).join('');
  const space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  return zipOf(
    {
      '[Content_Types].xml': typesOf({ 'xl/workbook.xml': 'spreadsheetml.sheet.main', 'xl/styles.xml': 'spreadsheetml.styles', ...types }),
      '_rels/.rels': relationsOf([['officeDocument', 'xl/workbook.xml']]),
      'xl/workbook.xml': `${XML}<workbook ${space} xmlns:r="${RELATION}"><sheets>${listed}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relationsOf([...paths.map((path) => ['worksheet', path] as const), ['styles', 'styles.xml']]),
      // The second style is a date.
      'xl/styles.xml': `${XML}<styleSheet ${space}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
      ...Object.fromEntries(names.map((name, index) => [`xl/${paths[index]}`, sheetOf(sheets[name] ?? [], space)])),
    },
    true,
  );
}

function sheetOf(rows: readonly (readonly MadeCell[])[], space: string): string {
  const cell = (value: MadeCell, place: string) => {
    if (typeof value === 'string') return value === '' ? '' : `<c r="${place}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
    if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${Number(value)}</v></c>`;
    return typeof value === 'number' ? `<c r="${place}"><v>${value}</v></c>` : `<c r="${place}" s="1"><v>${value.day}</v></c>`;
  };
  const lines = rows.map((row, index) => {
    const cells = row.map((value, column) => cell(value, `${String.fromCharCode(65 + column)}${index + 1}`));
    return `<row r="${index + 1}">${cells.join('')}</row>`;
  });
  return `${XML}<worksheet ${space}><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

/** A PDF: pages of lines of text. */
export function pdfOf(pages: readonly (readonly string[])[]): Buffer {
  const numbers = pages.map((_, index) => 4 + 2 * index);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((lines, index) => {
      const shown = lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj T*`).join(' ');
      const content = `BT /F1 12 Tf 14 TL 72 720 Td ${shown} ET`;
      const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`;
      return [page, `<< /Length ${content.length} >>\nstream\n${content}\nendstream`];
    }),
  ];
  // Readers of pure ASCII may take it for text; four bytes that are none say that it is not.
  let text = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(`${text}${table}${trailer}`, 'latin1');
}

/** A PNG of one colour, as small as one can be. */
export function pngOf(): Buffer {
  return Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==', 'base64');
}
