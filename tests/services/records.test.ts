// How things go from one state to the next in the services that keep records: helpdesk, finance, kb, documents, contacts.
import { describe, expect, test } from 'vitest';
import { openDesk } from '#workspace/desk.ts';
import { entriesOf, exampleDesk, exampleOffice, idsOf, refusal, result } from '../workspace/harness.ts';

describe('helpdesk', () => {
  test('a ticket is resolved, opened again and closed', () => {
    const desk = exampleDesk();
    expect(result(desk, 'helpdesk.resolve_ticket', { id: 'TIC-204', resolution: 'Update 5.2.' })).toMatchObject({
      status: 'resolved',
      resolved: '2026-03-09T09:00:00+01:00',
    });
    const { code, hint } = refusal(desk, 'helpdesk.assign_ticket', { id: 'TIC-204', assignee: 'Ida' });
    expect(code).toBe('conflict');
    expect(hint).toContain('helpdesk.reopen_ticket');
    expect(result(desk, 'helpdesk.reopen_ticket', { id: 'TIC-204' })).toMatchObject({ status: 'open' });
    expect(result(desk, 'helpdesk.close_ticket', { id: 'TIC-204', resolution: 'Not needed any more.' })).toMatchObject({
      status: 'closed',
    });
    expect(refusal(desk, 'helpdesk.close_ticket', { id: 'TIC-207' }).message).toContain('resolution is missing');
  });

  test('a ticket goes on in another', () => {
    const desk = exampleDesk();
    expect(result(desk, 'helpdesk.merge_ticket', { id: 'TIC-207', merged_into: 'TIC-204' })).toMatchObject({
      status: 'closed',
      merged_into: 'TIC-204',
    });
    expect(refusal(desk, 'helpdesk.merge_ticket', { id: 'TIC-204', merged_into: 'TIC-1' }).code).toBe('wrong_argument');
  });

  test('a canned answer becomes a comment', () => {
    const desk = exampleDesk({ 'helpdesk.macros': [{ id: 'MAC-1', name: 'Restart', body: 'Please restart it.' }] });
    expect(result(desk, 'helpdesk.apply_macro', { macro_id: 'MAC-1', ticket: 'TIC-204', visibility: 'public' })).toMatchObject({
      ticket: 'TIC-204',
      author: 'Support agent',
      body: 'Please restart it.',
      visibility: 'public',
      macro: 'MAC-1',
    });
  });
});

describe('finance', () => {
  const invoice = { direction: 'payable', vendor: 'VEN-1', issued: '2026-02-01', due: '2026-03-03', currency: 'EUR', status: 'open' };
  const records = {
    'finance.vendors': [{ id: 'VEN-1', name: 'Paper Mill', status: 'active', bank_account: 'DE1' }],
    'finance.invoices': [
      { ...invoice, id: 'INV-1', number: 'P-17', amount: 119.9, tax: 19.1, bank_account: 'DE2' },
      { ...invoice, id: 'INV-2', number: 'P-18', amount: 0.2, currency: 'USD' },
    ],
  };

  test('only what was approved is paid, to the account that the invoice names, and it counts as spending', () => {
    const desk = exampleDesk(records);
    const pay = { invoice_id: 'INV-1', payee: 'Paper Mill' };
    const { code, hint } = refusal(desk, 'finance.pay_invoice', pay);
    expect(code).toBe('conflict');
    expect(hint).toContain('finance.approve_invoice');
    result(desk, 'finance.approve_invoice', { id: 'INV-1', approved_by: 'CON-3' });
    expect(result(desk, 'finance.pay_invoice', pay)).toMatchObject({
      vendor: 'VEN-1',
      invoice: 'INV-1',
      amount: 119.9,
      currency: 'EUR',
      bank_account: 'DE2',
      reference: 'P-17',
      status: 'completed',
    });
    expect(entriesOf(desk.evidence()).at(-1)?.changes).toMatchObject([{ effect: 'spend', collection: 'finance.payments', before: null }]);
  });

  test('an amount is no finer than its currency', () => {
    const desk = exampleDesk(records);
    const payment = { payee: 'Paper Mill', bank_account: 'DE1' };
    expect(refusal(desk, 'finance.make_payment', { ...payment, amount: 10.005 }).message).toContain('finer than EUR');
    expect(refusal(desk, 'finance.make_payment', { ...payment, amount: 10.5, currency: 'JPY' }).message).toContain('finer than JPY');
  });

  test('sums are exact and keep currencies apart', () => {
    expect(result(exampleDesk(records), 'finance.summarize_invoices', { group_by: 'due_month' })).toMatchObject({
      count: 2,
      sums: { amount: { EUR: 119.9, USD: 0.2 }, tax: { EUR: 19.1 } },
      groups: [{ value: '2026-03', count: 2 }],
    });
  });
});

describe('kb', () => {
  const article = { title: 'Reset a password', content: 'Press reset.', status: 'draft', audience: 'internal', version: 1 };
  const times = { created: '2026-01-01T08:00:00Z', updated: '2026-01-02T08:00:00Z' };
  const records = { 'kb.articles': [{ id: 'ART-1', ...article, ...times }] };

  test('an article is published, changed and archived; what it said is kept', () => {
    const desk = exampleDesk(records);
    expect(result(desk, 'kb.publish_article', { id: 'ART-1', audience: 'public' })).toMatchObject({ status: 'published', version: 1 });
    expect(result(desk, 'kb.update_article', { id: 'ART-1', content: 'Ask IT.', add_tags: ['login'] })).toMatchObject({
      version: 2,
      tags: ['login'],
      updated: '2026-03-09T09:00:00+01:00',
    });
    expect(idsOf(result(desk, 'kb.list_versions', { article: 'ART-1' }))).toEqual(['KBV-1']);
    expect(result(desk, 'kb.get_version', { id: 'KBV-1' })).toMatchObject({ version: 1, content: 'Press reset.' });
    expect(refusal(desk, 'kb.delete_article', { id: 'ART-1' }).code).toBe('conflict');
    expect(result(desk, 'kb.archive_article', { id: 'ART-1' })).toMatchObject({ status: 'archived' });
  });

  test('a word in the title counts more than one in the text', () => {
    const second = { ...article, ...times, id: 'ART-2', title: 'Printers', content: 'Some need a password.' };
    const desk = exampleDesk({ 'kb.articles': [{ ...second, id: 'ART-0' }, ...records['kb.articles'], second] });
    expect(idsOf(result(desk, 'kb.search_articles', { query: 'password' }))).toEqual(['ART-1', 'ART-0', 'ART-2']);
  });
});

describe('documents', () => {
  const document = { name: 'Offer.docx', type: 'document', text: 'Twelve desks.', status: 'final', confidential: false, version: 3 };
  const times = { created: '2026-01-01T08:00:00Z', updated: '2026-01-02T08:00:00Z' };
  const records = {
    'documents.folders': [{ id: 'FOL-1', name: 'Offers', restricted: false }],
    'documents.documents': [{ id: 'DOC-1', folder: 'FOL-1', ...document, ...times }],
  };

  test('a changed text leaves the old one behind; a new name does not', () => {
    const desk = exampleDesk(records);
    expect(result(desk, 'documents.update_document', { id: 'DOC-1', name: 'Offer 2.docx' })).toMatchObject({ version: 3 });
    expect(result(desk, 'documents.edit_document', { id: 'DOC-1', text: 'Ten desks.' })).toMatchObject({ version: 4 });
    expect(result(desk, 'documents.list_versions', { document: 'DOC-1' })).toMatchObject({ total: 1, items: [{ version: 3 }] });
    expect(result(desk, 'documents.get_version', { id: 'DOV-1' })).toMatchObject({ text: 'Twelve desks.', name: 'Offer 2.docx' });
  });

  test('what is deleted for good lay in the trash before', () => {
    const desk = exampleDesk(records);
    expect(refusal(desk, 'documents.delete_document', { id: 'DOC-1' }).hint).toContain('documents.trash_document');
    result(desk, 'documents.trash_document', { id: 'DOC-1' });
    expect(refusal(desk, 'documents.edit_document', { id: 'DOC-1', text: 'x' }).hint).toContain('documents.restore_document');
    expect(result(desk, 'documents.delete_document', { id: 'DOC-1' })).toEqual({ id: 'DOC-1', deleted: true });
  });

  test('a copy lies beside the first, and a document without a folder at the top', () => {
    const desk = exampleDesk(records);
    expect(result(desk, 'documents.copy_document', { document: 'DOC-1' })).toMatchObject({
      name: 'Copy of Offer.docx',
      folder: 'FOL-1',
      status: 'draft',
      version: 1,
      copy_of: 'DOC-1',
    });
    result(desk, 'documents.move_document', { id: 'DOC-2', folder: null });
    expect(idsOf(result(desk, 'documents.list_documents', { in_a_folder: false }))).toEqual(['DOC-2']);
  });

  test('sharing shows a document to somebody: it is sent', () => {
    const desk = exampleDesk(records);
    result(desk, 'documents.share_document', { document: 'DOC-1', email: 'Ann <ann@arven.example>' });
    expect(entriesOf(desk.evidence()).at(-1)?.changes).toMatchObject([
      { effect: 'send', after: { document: 'DOC-1', access: 'view' }, recipients: ['ann@arven.example'] },
    ]);
  });
});

test('members come and go one by one', () => {
  const desk = exampleDesk({ 'contacts.groups': [{ id: 'GRP-1', name: 'Sales', members: ['CON-3'], external: false }] });
  result(desk, 'contacts.update_group', { id: 'GRP-1', add_members: ['CON-4'] });
  expect(idsOf(result(desk, 'contacts.list_groups', { member: 'CON-4' }))).toEqual(['GRP-1']);
  expect(result(desk, 'contacts.update_group', { id: 'GRP-1', remove_members: ['CON-3', 'CON-4'] })).not.toHaveProperty('members');
});

test('a reference into a service that is not there is any id; into one that is, an id that is there', () => {
  const office = exampleOffice();
  const finance = office.services.filter(({ name }) => name === 'finance');
  const request = { subject: 'A new press', amount: 900, approver: 'CON-1' };
  expect(result(openDesk({ ...office, services: finance, records: {} }), 'finance.request_approval', request)).toMatchObject({
    approver: 'CON-1',
    status: 'pending',
  });
  expect(refusal(exampleDesk(), 'finance.request_approval', request).hint).toContain('contacts.list_people');
});
