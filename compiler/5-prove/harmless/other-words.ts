// The same answer in other words: prose around it, as a list, as a table, in small letters; a message with a greeting.
import type { Plan, Step } from '../../types.ts';
import type { Arena } from '../arena.ts';
import { linesOf, rewritten } from '../says.ts';
import type { Rewriting } from './index.ts';

export function otherWords({ plan }: Arena): readonly Rewriting[] {
  return Object.entries(ways).flatMap(([name, { words, rewrite }]): Rewriting[] => {
    const together = rewritten(plan, (text, step) => rewrite(text, step, plan) ?? text);
    return together ? [{ name, words, together, alone: [] }] : [];
  });
}

interface Way {
  readonly words: string;
  readonly rewrite: (text: string, step: Step, plan: Plan) => string | undefined;
}

const inReply = (rewrite: (text: string, plan: Plan) => string | undefined) => (text: string, step: Step, plan: Plan) =>
  step.tool === 'reply' ? rewrite(text, plan) : undefined;

const ways: { readonly [name: string]: Way } = {
  'prose around': {
    words: 'the reply between an explanation and a closing line',
    rewrite: inReply(
      (text) =>
        `I looked at everything first, and did not touch anything else.\n\n${text}\n\nNothing else was changed. Let me know if you need more.`,
    ),
  },
  'other marks': {
    words: 'the list of the reply with other marks',
    rewrite: inReply((text) => relisted(text, (item, i) => `${i + 1}. ${item}`)),
  },
  'as a table': {
    words: 'the list of the reply as a table',
    rewrite: inReply((text) => relisted(text, (item) => `| ${item.split(/\s+/).join(' | ')} |`)),
  },
  'as a list': {
    words: 'the records of the reply in a list below it',
    rewrite: inReply((text, plan) => {
      const ids = idsIn(text, plan);
      return linesOf(text).some(({ item }) => item) || ids.length === 0
        ? undefined
        : `${text}\n\n${ids.map((id) => `- **${id}**`).join('\n')}`;
    }),
  },
  'left alone': {
    words: 'what was left alone listed below the reply',
    rewrite: inReply((text, plan) => {
      const others = othersThan(idsIn(text, plan), plan);
      return others.length === 0 ? undefined : `${text}\n\nLeft alone:\n${others.map((id) => `- ${id}`).join('\n')}`;
    }),
  },
  'small letters': { words: 'the reply in small letters', rewrite: inReply((text) => text.toLowerCase()) },
  greeting: {
    words: 'messages with a greeting',
    rewrite: (text, step) =>
      step.tool === 'reply' || step.tool === 'file' || !text.includes(' ') || step.args.subject === text
        ? undefined
        : `Hello,\n\n${text}\n\nBest wishes`,
  },
};

/** The bulleted items of a text in another form; undefined where it has none. */
function relisted(text: string, write: (item: string, index: number) => string): string | undefined {
  let index = 0;
  const lines = linesOf(text).map(({ line }) => {
    const item = /^\s*[-*+•]\s+(.*)$/.exec(line)?.[1];
    return item === undefined ? line : write(item, index++);
  });
  return index === 0 ? undefined : lines.join('\n');
}

/** Two records of the collection that the first of the ids is from. */
function othersThan(ids: readonly string[], { office }: Plan): readonly string[] {
  const alike = Object.values(office.records).find((records) => records.some(({ id }) => id === ids[0])) ?? [];
  const named = new Set(ids);
  return alike.flatMap(({ id }) => (named.has(id) ? [] : [id])).slice(0, 2);
}

/** Ids of records in the text, each once. */
function idsIn(text: string, { office }: Plan): readonly string[] {
  const known = new Set(Object.values(office.records).flatMap((records) => records.map(({ id }) => id)));
  return [...new Set(text.match(/[A-Za-z][\w-]*/g) ?? [])].filter((word) => known.has(word));
}
