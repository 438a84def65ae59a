// The catalogue of built-in services. A new one is a file and a line here; the contract suite then tests it.
import { calendar } from './calendar.ts';
import { chat } from './chat.ts';
import { contacts } from './contacts.ts';
import { contracts } from './contracts.ts';
import { crm } from './crm.ts';
import { databases } from './databases.ts';
import { documents } from './documents.ts';
import { facilities } from './facilities.ts';
import { files } from './files.ts';
import { finance } from './finance.ts';
import { helpdesk } from './helpdesk.ts';
import { hr } from './hr.ts';
import { integrations } from './integrations.ts';
import { inventory } from './inventory.ts';
import { kb } from './kb.ts';
import { mail } from './mail.ts';
import { media } from './media.ts';
import { news } from './news.ts';
import { notes } from './notes.ts';
import { orders } from './orders.ts';
import { projects } from './projects.ts';
import { recruiting } from './recruiting.ts';
import { scheduler } from './scheduler.ts';
import { spreadsheets } from './spreadsheets.ts';
import { surveys } from './surveys.ts';
import { todo } from './todo.ts';
import { travel } from './travel.ts';
import type { ServiceDefinition } from './types.ts';
import { web } from './web.ts';

export const catalogue: { readonly [name: string]: ServiceDefinition } = {
  calendar,
  chat,
  contacts,
  contracts,
  crm,
  databases,
  documents,
  facilities,
  files,
  finance,
  helpdesk,
  hr,
  integrations,
  inventory,
  kb,
  mail,
  media,
  news,
  notes,
  orders,
  projects,
  recruiting,
  scheduler,
  spreadsheets,
  surveys,
  todo,
  travel,
  web,
};
