// The workspace as its own program starts it, but without the limits that would close it: for seeing what stays in memory.
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openDesk } from '#workspace/desk.ts';
import { openEvidence } from '#workspace/evidence.ts';
import { createFaces } from '#workspace/http.ts';
import type { Office } from '#workspace/types.ts';

const { SLIPWAY_OFFICE = '.', SLIPWAY_EVIDENCE = 'evidence' } = process.env;
const read = (file: string) => JSON.parse(readFileSync(join(SLIPWAY_OFFICE, file), 'utf8')) as object;
const office = { ...read('services.json'), ...read('seed.json') } as Office;
const limits = {
  log: Number.POSITIVE_INFINITY,
  calls: Number.POSITIVE_INFINITY,
  made: Number.POSITIVE_INFINITY,
  written: Number.POSITIVE_INFINITY,
};
const faces = createFaces(office, openDesk(office, { append: openEvidence(SLIPWAY_EVIDENCE).append, limits }));
faces.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ listening: `http://127.0.0.1:${(faces.address() as AddressInfo).port}` })}\n`);
});
