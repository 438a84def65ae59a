// Office files that a scenario puts into the agent's folder, read before the phases begin: reading them takes libraries that are not pure.
import { type OfficeFormat, officeFormat, type Reading } from '#workspace/files/reading.ts';
import type { Kit } from './types.ts';

/** An asset as one format, `xlsx assets/rates.xlsx`, to what was read out of it. */
export type OfficeReadings = ReadonlyMap<string, Reading>;

export function readingKey(format: OfficeFormat, asset: string): string {
  return `${format} ${asset}`;
}

/** What the agent can read is decided by the name that a file has in the folder. */
export async function readOfficeAssets(
  files: readonly { readonly path: string; readonly from?: string | undefined }[],
  assets: ReadonlyMap<string, Uint8Array>,
  readOffice: Kit['readOffice'],
): Promise<OfficeReadings> {
  const readings = new Map<string, Reading>();
  for (const { path, from } of files) {
    const format = officeFormat(path);
    const bytes = from === undefined ? undefined : assets.get(from);
    if (format === undefined || from === undefined || bytes === undefined) continue;
    readings.set(readingKey(format, from), await readOffice(format, bytes));
  }
  return readings;
}
