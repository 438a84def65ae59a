// What office workers ask of each service by habit has its place: tools with their arguments, records with their fields.
import { describe, expect, test } from 'vitest';
import { catalogue } from '#services/index.ts';
import { mountTools } from '#workspace/office.ts';
import { entriesOf, exampleDesk, idsOf, refusal, result } from '../workspace/harness.ts';

const tools = mountTools(Object.values(catalogue));

/** Tool to the arguments that it must have; paging and `id` are tested for all tools by the contract suite. */
const ARGUMENTS = {
  'mail.list_messages': 'folder from to subject since until read label',
  'mail.send': 'to cc subject body attachments',
  'mail.save_draft': 'to cc subject body in_reply_to',
  'mail.send_as': 'mailbox_id to subject body',
  'calendar.list_events': 'on since until attendee calendar room',
  'calendar.create_event': 'title start end attendees location notes repeats',
  'todo.list_tasks': 'status priority tag project list due_before due_after',
  'todo.create_task': 'title description priority due_date tags project',
  'todo.update_task': 'title description status priority due_date tags project progress notes',
  'contacts.search_people': 'query department',
  'contacts.send_message': 'person message',
  'finance.list_transactions': 'since until type status category',
  'finance.submit_report': 'title type transactions total content',
  'notes.list_notes': 'tag since until participant type',
  'notes.share_note': 'note to',
  'kb.search_articles': 'query category status',
  'kb.update_article': 'content title category tags',
  'helpdesk.list_tickets': 'status category priority tag opened_since opened_until last_activity_before',
  'helpdesk.update_ticket': 'priority tags category assignee status',
  'helpdesk.close_ticket': 'resolution',
  'inventory.list_products': 'category status supplier stock_at_most last_sold_before return_rate_at_least',
  'inventory.create_order': 'product quantity supplier',
  'news.list_feeds': 'category',
  'news.list_articles': 'source category feed feed_name tag since until',
  'news.publish': 'title content to',
  'crm.list_customers': 'status tier industry',
  'crm.export_report': 'title customers summary',
  'integrations.list_integrations': 'status type',
  'integrations.update_integration': 'status notes',
  'integrations.send_notice': 'to subject body',
  'scheduler.list_jobs': 'status enabled tag',
  'scheduler.create_job': 'name cron_expression action enabled tags',
  'scheduler.update_job': 'name cron_expression action enabled tags',
  'scheduler.job_history': 'job status',
  'web.search': 'query',
  'web.fetch': 'url',
  'web.notify': 'channel message to',
  'media.read_text': 'path',
  'media.describe_image': 'path',
  'files.read_file': 'path page sheet range',
  'databases.query_rows': 'table where columns sort',
  'databases.update_rows': 'table where cells',
  'spreadsheets.read_range': 'sheet range',
  'spreadsheets.write_range': 'sheet range values',
  'chat.send_message': 'channel text thread',
} as const;

/** Collection to the fields that its records must be able to have. */
const FIELDS = {
  'mail.messages': 'from to cc subject body date labels read attachments folder',
  'calendar.events': 'title start end attendees location organizer status notes series calendar',
  'todo.tasks': 'title status priority due_date description tags assignee project estimate progress notes blocked_by created completed',
  'contacts.people': 'name department role email phone location notes responsibilities skills',
  'finance.transactions':
    'date amount description currency category type status customer merchant vendor reference approved_by receipt department notes cancel_reason related',
  'notes.notes': 'title created participants content duration tags type',
  'kb.articles': 'title category tags content updated views author status created',
  'helpdesk.tickets':
    'subject description requester department priority status opened tags category customer assignee last_activity sla_due onsite first_response internal product',
  'inventory.products':
    'name category stock reorder_level unit_cost selling_price daily_sales lead_time supplier status backorder_until returned return_rate return_reason last_restocked last_sold synced sync_error notes',
  'news.articles': 'title source category published summary content word_count url tags',
  'crm.customers':
    'name contact industry tier annual_revenue status email phone last_contact notes contract_end contract_value manager sla churn_risk churned churn_reason satisfaction payment_terms payment_cycle',
  'integrations.integrations':
    'name service status last_verified monthly_calls error_rate api_key api_secret webhook_url connection_string endpoint config notes error_message',
  'scheduler.jobs':
    'name cron_expression enabled last_status last_run tags action created_by next_run error_message failures depends_on disabled disabled_by disabled_reason notes',
  'web.pages': 'url title snippet source published keywords content content_type status_code error',
} as const;

test.each(Object.entries(ARGUMENTS))('%s takes %s', (name, wanted) => {
  const has = tools.get(name)?.parameters.map((parameter) => parameter.name) ?? [];
  expect(wanted.split(' ').filter((argument) => !has.includes(argument))).toEqual([]);
});

test.each(Object.entries(FIELDS))('%s has %s', (path, wanted) => {
  const [service = '', name = ''] = path.split('.');
  const has = Object.keys(catalogue[service]?.collections[name]?.fields ?? {});
  expect(wanted.split(' ').filter((field) => !has.includes(field))).toEqual([]);
});

describe('messages to people in the address book', () => {
  test('one goes to the address that stands there, and is sent', () => {
    const desk = exampleDesk();
    expect(result(desk, 'contacts.send_message', { person: 'CON-3', message: 'Please call me.' })).toMatchObject({
      person: 'CON-3',
      to: 'ida.roth@ours.example',
      message: 'Please call me.',
      at: '2026-03-09T09:00:00+01:00',
    });
    expect(entriesOf(desk.evidence()).at(-1)?.changes).toMatchObject([
      { effect: 'send', collection: 'contacts.messages', before: null, recipients: ['ida.roth@ours.example'] },
    ]);
    expect(idsOf(result(desk, 'contacts.list_messages', { person: 'CON-3' }))).toEqual(['CMS-1']);
    expect(idsOf(result(desk, 'contacts.list_messages', { person: 'CON-4' }))).toEqual([]);
  });

  test('or to another one; nobody who is not there gets any', () => {
    const desk = exampleDesk();
    result(desk, 'contacts.send_message', { person: 'CON-4', message: 'Hello.', to: 'ola@home.example' });
    expect(idsOf(result(desk, 'contacts.list_messages', { to: 'ola@home.example' }))).toEqual(['CMS-1']);
    expect(refusal(desk, 'contacts.send_message', { person: 'CON-9', message: 'Hello.' }).code).toBe('wrong_argument');
    expect(refusal(desk, 'contacts.send_message', { person: 'CON-3' }).message).toContain('message is missing');
  });
});

test('tickets that nobody has worked on for long; changing one does not make it look worked on', () => {
  const ticket = { subject: 'Slow', status: 'open', priority: 'low', opened: '2026-02-01T08:00:00Z' };
  const desk = exampleDesk({
    'helpdesk.tickets': [
      { id: 'TIC-1', ...ticket, last_activity: '2026-02-20T08:00:00Z' },
      { id: 'TIC-2', ...ticket, last_activity: '2026-03-08T08:00:00Z' },
      { id: 'TIC-3', ...ticket },
    ],
  });
  const before = { last_activity_before: '2026-03-01' };
  expect(idsOf(result(desk, 'helpdesk.list_tickets', before))).toEqual(['TIC-1']);
  expect(idsOf(result(desk, 'helpdesk.list_tickets', { last_activity_after: '2026-03-01' }))).toEqual(['TIC-2']);
  result(desk, 'helpdesk.update_ticket', { id: 'TIC-1', priority: 'high' });
  expect(idsOf(result(desk, 'helpdesk.list_tickets', before))).toEqual(['TIC-1']);
});

test('products that nobody buys, and those that come back', () => {
  const product = { status: 'active', stock: 4, reserved: 0, currency: 'EUR' };
  const desk = exampleDesk({
    'inventory.products': [
      { id: 'PRD-1', name: 'Lamp', ...product, last_sold: '2025-11-30', return_rate: 1.5 },
      { id: 'PRD-2', name: 'Stool', ...product, last_sold: '2026-03-06', return_rate: 12.5, return_reason: 'Wobbles' },
    ],
  });
  expect(idsOf(result(desk, 'inventory.list_products', { last_sold_before: '2026-01-01' }))).toEqual(['PRD-1']);
  expect(result(desk, 'inventory.list_products', { return_rate_at_least: 10 })).toMatchObject({
    items: [{ id: 'PRD-2', return_reason: 'Wobbles' }],
  });
});

test('who switched a job off stands with it until it is on again', () => {
  const job = { id: 'JOB-1', name: 'Backup', cron_expression: '0 2 * * *', action: 'backup', enabled: true };
  const desk = exampleDesk({
    'scheduler.jobs': [{ ...job, failures: 0, retries: 0, created: '2026-01-01T08:00:00Z' }],
  });
  expect(result(desk, 'scheduler.disable_job', { id: 'JOB-1', disabled_reason: 'Moves house' })).toMatchObject({
    enabled: false,
    disabled_by: 'Operations',
    disabled_reason: 'Moves house',
  });
  const again = result(desk, 'scheduler.enable_job', { id: 'JOB-1' });
  expect(again).toMatchObject({ enabled: true });
  for (const field of ['disabled', 'disabled_by', 'disabled_reason']) expect(again).not.toHaveProperty(field);
});

test('articles by the name of their feed', () => {
  const feed = { url: 'https://news.example/feed', status: 'active', reliability: 'high' };
  const article = { title: 'News', source: 'Somebody', published: '2026-03-01T08:00:00Z', read: false, saved: false, content: 'Text.' };
  const desk = exampleDesk({
    'news.feeds': [
      { id: 'FEED-1', name: 'Port Daily', ...feed },
      { id: 'FEED-2', name: 'Rail Weekly', ...feed },
    ],
    'news.articles': [
      { id: 'NEWS-1', feed: 'FEED-1', ...article },
      { id: 'NEWS-2', feed: 'FEED-2', ...article },
      { id: 'NEWS-3', ...article },
    ],
  });
  expect(idsOf(result(desk, 'news.list_articles', { feed_name: 'rail' }))).toEqual(['NEWS-2']);
});

test('tasks of a project', () => {
  const desk = exampleDesk();
  result(desk, 'todo.create_task', { title: 'Draw the plan', project: 'West Hall' });
  result(desk, 'todo.create_task', { title: 'Water the plants' });
  expect(idsOf(result(desk, 'todo.list_tasks', { project: 'west' }))).toEqual(['TASK-1']);
  expect(result(desk, 'todo.summarize_tasks', { group_by: 'project' })).toMatchObject({ count: 2 });
});

test('a page that cannot be had says why', () => {
  const page = {
    id: 'PAGE-1',
    url: 'https://x.example/',
    title: 'X',
    status_code: 503,
    content_type: 'text/html',
    error: 'Too many readers',
  };
  const desk = exampleDesk({ 'web.pages': [page] });
  expect(result(desk, 'web.fetch', { url: 'https://x.example/' })).toMatchObject({ status_code: 503, error: 'Too many readers' });
  expect(result(desk, 'web.list_pages', {})).toMatchObject({ items: [{ id: 'PAGE-1' }] });
});

test('a customer that has left, and how it paid', () => {
  const desk = exampleDesk();
  const said = { currency: 'EUR', payment_cycle: 'quarterly', contract_value: 24000, churned: '2026-03-01', churn_reason: 'Price' };
  expect(result(desk, 'crm.update_customer', { id: 'CUS-11', ...said })).toMatchObject(said);
  expect(refusal(desk, 'crm.update_customer', { id: 'CUS-11', contract_value: 0.001 }).message).toContain('finer than EUR');
});
