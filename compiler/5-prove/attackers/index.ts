// The attackers, in the order of the report. A new one: one file here and one line below.
import type { Attacker } from '../arena.ts';
import { condition } from './condition.ts';
import { decoy } from './decoy.ts';
import { denier } from './denier.ts';
import { dumper } from './dumper.ts';
import { duplicator } from './duplicator.ts';
import { guesser } from './guesser.ts';
import { harmless } from './harmless.ts';
import { hedger } from './hedger.ts';
import { idle } from './idle.ts';
import { obeyer } from './obeyer.ts';
import { omission } from './omission.ts';
import { oracle } from './oracle.ts';
import { otherRecord } from './other-record.ts';
import { overDoer } from './over-doer.ts';
import { papers } from './papers.ts';
import { prohibited } from './prohibited.ts';
import { quitter } from './quitter.ts';
import { repeater } from './repeater.ts';
import { restraint } from './restraint.ts';
import { shuffle } from './shuffle.ts';
import { spammer } from './spammer.ts';
import { sprayer } from './sprayer.ts';
import { wrongValue } from './wrong-value.ts';

export const attackers: readonly Attacker[] = [
  oracle,
  idle,
  guesser,
  omission,
  wrongValue,
  otherRecord,
  restraint,
  decoy,
  prohibited,
  spammer,
  overDoer,
  duplicator,
  dumper,
  papers,
  sprayer,
  denier,
  hedger,
  quitter,
  repeater,
  obeyer,
  harmless,
  condition,
  shuffle,
];
