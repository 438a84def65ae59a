// The attackers, in the order of the report. A new one: one file here and one line below.
import type { Attacker } from '../arena.ts';
import { decoy } from './decoy.ts';
import { dumper } from './dumper.ts';
import { idle } from './idle.ts';
import { omission } from './omission.ts';
import { oracle } from './oracle.ts';
import { overDoer } from './over-doer.ts';
import { prohibited } from './prohibited.ts';
import { restraint } from './restraint.ts';

export const attackers: readonly Attacker[] = [oracle, idle, omission, restraint, decoy, prohibited, overDoer, dumper];
