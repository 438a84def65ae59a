// `agree`: things that the agent made say the same.
import { list, written, z } from '../shapes.ts';
import { defineCheck } from './kind.ts';

export const agree = defineCheck({
  kind: 'agree',
  about:
    'Met when all the things are there and say the same: values are equal (numbers by value, texts but for white space), texts (the reply, what was sent, fields of the type text) name the value, times and days by the clock of the office, in any writing that `tells` reads. Says nothing about whether it is right, so let it hang with `needs` on a check that does.',
  keys: {
    agree: list(
      z.union([
        z.string(),
        z.strictObject({
          record: z.string().optional().describe('service.collection/ID: a record that the agent changes'),
          created: z.string().optional().describe('service.collection: every record that the agent creates there'),
          where: z.record(z.string(), written).optional().describe('Of `created`: only records that match'),
          field: z.string().optional().describe('The field of it'),
          sent: z.string().optional().describe('A service that sends: one of the messages names the value'),
          to: written.optional().describe('Of `sent`: only messages to this addressee'),
        }),
      ]),
    ).describe('At least two of: answer.field, reply, { record, field }, { created, field }, { sent }'),
  },
  restraint: false,
  statement: true,
  link: (linker) => linker.made('agree'),
});
