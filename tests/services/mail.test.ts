// What only mail has: answers that find their way by themselves, drafts, several mailboxes.
import { describe, expect, test } from 'vitest';
import type { DataRecord } from '#grader/evidence/types.ts';
import { entriesOf, exampleDesk, idsOf, refusal, result } from '../workspace/harness.ts';

const me = 'me@ours.example';

function message(record: { readonly id: string } & { readonly [field: string]: string | readonly string[] | boolean }): DataRecord {
  const from = 'ann@arven.example';
  return {
    mailbox: me,
    from,
    to: [me],
    subject: 'Offer',
    body: 'The body',
    date: '2026-03-08T10:00:00Z',
    folder: 'inbox',
    read: false,
    ...record,
  };
}

const records = {
  'mail.mailboxes': [{ id: 'MBX-1', address: 'support@ours.example', name: 'Support', kind: 'shared' }],
  'mail.attachments': [{ id: 'ATT-1', name: 'offer.pdf', type: 'application/pdf', text: 'Twelve desks.' }],
  'mail.messages': [
    message({ id: 'MSG-1', to: [me, 'ola.berg@ours.example'], cc: ['Ida.Roth@ours.example'], attachments: ['ATT-1'] }),
    message({ id: 'MSG-2', reply_to: 'desk@arven.example', subject: 're: Offer', thread: 'MSG-1' }),
    message({ id: 'MSG-3', mailbox: 'support@ours.example', to: ['support@ours.example'] }),
  ],
};

describe('answers', () => {
  test('go to the sender and carry on the thread', () => {
    const desk = exampleDesk(records);
    expect(result(desk, 'mail.reply', { message: 'MSG-1', body: 'Yes.' })).toEqual({
      id: 'MSG-4',
      mailbox: me,
      from: me,
      to: ['ann@arven.example'],
      subject: 'Re: Offer',
      date: '2026-03-09T09:00:00+01:00',
      folder: 'sent',
      read: true,
      thread: 'MSG-1',
      in_reply_to: 'MSG-1',
    });
    expect(entriesOf(desk.evidence())[0]?.changes).toMatchObject([
      { effect: 'send', after: { body: 'Yes.' }, recipients: ['ann@arven.example'] },
    ]);
    expect(idsOf(result(desk, 'mail.list_messages', { thread: 'MSG-1' })).sort()).toEqual(['MSG-2', 'MSG-4']);
  });

  test('go to where the sender wants them, and say Re: once', () => {
    expect(result(exampleDesk(records), 'mail.reply', { message: 'MSG-2', body: 'Yes.' })).toMatchObject({
      to: ['desk@arven.example'],
      subject: 're: Offer',
      thread: 'MSG-1',
    });
  });

  test('leave from the mailbox that the message lies in', () => {
    expect(result(exampleDesk(records), 'mail.reply', { message: 'MSG-3', body: 'Yes.' })).toMatchObject({
      mailbox: 'support@ours.example',
      from: 'support@ours.example',
    });
  });

  test('to all reach everybody but oneself', () => {
    expect(result(exampleDesk(records), 'mail.reply_all', { message: 'MSG-1', body: 'Yes.' })).toMatchObject({
      to: ['ann@arven.example'],
      cc: ['ola.berg@ours.example', 'Ida.Roth@ours.example'],
    });
  });

  test('cannot be sent elsewhere', () => {
    expect(refusal(exampleDesk(records), 'mail.reply', { message: 'MSG-1', body: 'Yes.', to: ['x@y.example'] }).code).toBe(
      'wrong_argument',
    );
  });
});

test('a message is passed on with its text and attachments', () => {
  const desk = exampleDesk(records);
  expect(result(desk, 'mail.forward', { message: 'MSG-1', to: ['x@y.example'], body: 'See below.' })).toMatchObject({
    subject: 'Fwd: Offer',
    attachments: ['ATT-1'],
    forwards: 'MSG-1',
  });
  expect(result(desk, 'mail.get_message', { id: 'MSG-4' })).toMatchObject({
    body: 'See below.\n\n---------- Forwarded message ----------\nThe body',
  });
});

test('a draft is written, changed and sent; what is sent is no draft any more', () => {
  const desk = exampleDesk(records);
  result(desk, 'mail.save_draft', { to: ['x@y.example'], subject: 'Plan', body: 'Soon.' });
  result(desk, 'mail.update_draft', { id: 'MSG-4', body: 'Tomorrow.' });
  expect(result(desk, 'mail.send_draft', { draft: 'MSG-4' })).toMatchObject({ id: 'MSG-5', folder: 'sent', subject: 'Plan' });
  expect(result(desk, 'mail.get_message', { id: 'MSG-5' })).toMatchObject({ body: 'Tomorrow.' });
  expect(refusal(desk, 'mail.send_draft', { draft: 'MSG-5' }).code).toBe('conflict');
  expect(refusal(desk, 'mail.delete_draft', { id: 'MSG-1' }).code).toBe('conflict');
  expect(refusal(desk, 'mail.delete_draft', { id: 'MSG-4' }).code).toBe('not_found');
  expect(idsOf(result(desk, 'mail.list_messages', { folder: 'drafts' }))).toEqual([]);
});

test('mailboxes are told apart, and a mail leaves in the name of the one it is sent from', () => {
  const desk = exampleDesk(records);
  expect(idsOf(result(desk, 'mail.list_messages', { mailbox: 'Support@ours.example' }))).toEqual(['MSG-3']);
  const sent = { mailbox_id: 'MBX-1', to: ['x@y.example'], subject: 'Hello', body: 'We are here.' };
  expect(result(desk, 'mail.send_as', sent)).toMatchObject({
    mailbox: 'support@ours.example',
    from: 'support@ours.example',
    from_name: 'Support',
    folder: 'sent',
  });
  expect(refusal(desk, 'mail.send_as', { ...sent, mailbox_id: 'MBX-2' }).hint).toContain('mail.list_mailboxes');
});

test('a message goes to the trash and back, and gets labels one by one', () => {
  const desk = exampleDesk(records);
  expect(result(desk, 'mail.update_message', { id: 'MSG-1', folder: 'trash', add_labels: ['Customers/Arven'] })).toMatchObject({
    folder: 'trash',
    labels: ['Customers/Arven'],
  });
  result(desk, 'mail.update_message', { id: 'MSG-1', folder: 'inbox', add_labels: ['todo'], remove_labels: ['Customers/Arven'] });
  expect(idsOf(result(desk, 'mail.list_messages', { label: 'todo', folder: 'inbox' }))).toEqual(['MSG-1']);
  expect(idsOf(result(desk, 'mail.list_messages', { has_attachments: true }))).toEqual(['MSG-1']);
});
