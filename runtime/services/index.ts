// The catalogue of built-in services. A new one is a file and a line here; the contract suite then tests it.
import { calendar } from './calendar.ts';
import { contacts } from './contacts.ts';
import { crm } from './crm.ts';
import { helpdesk } from './helpdesk.ts';
import { mail } from './mail.ts';
import type { ServiceDefinition } from './types.ts';

export const catalogue: { readonly [name: string]: ServiceDefinition } = { calendar, contacts, crm, helpdesk, mail };
