// Real tasks for property tests: compiled scenarios with the very grader that ships, and what an agent could do in their offices.
import { join } from 'node:path';
import { contentOf } from '#compiler/4-generate/folder.ts';
import { collectionOfTool, isWriting, mountedTools, plausibleAct } from '#compiler/5-prove/acts.ts';
import type { Move } from '#compiler/5-prove/arena.ts';
import { declaredTogether, declaredTools } from '#compiler/5-prove/harmless/declared.ts';
import { persist } from '#compiler/5-prove/persist.ts';
import { compile, findScenarios, type Kit, type Plan, readSource } from '#compiler/index.ts';
import type { GeneratedFile, LoadedGrader } from '#compiler/types.ts';
import { canonicalJson, firstPrev, lineHash } from '#grader/evidence/hash.ts';
import type { AuditEntry, EvidenceFiles, Json, Seal } from '#grader/evidence/types.ts';
import type { Verdict } from '#grader/types.ts';
import { deskFactory } from '#workspace/desk.ts';
import { filesInMemory } from '#workspace/files/memory.ts';
import { folderOf } from '#workspace/folder.ts';
import { ROOT } from '../tree.ts';

export interface Played {
  readonly evidence: EvidenceFiles;
  /** One for each call, the last where a planned fault made it several. */
  readonly entries: readonly AuditEntry[];
  readonly accepted: boolean;
}

export interface RealTask {
  readonly plan: Plan;
  readonly files: readonly GeneratedFile[];
  readonly judge: LoadedGrader['judge'];
  /** Plays the moves in a fresh office and seals it. `madeBefore`: new records are numbered as if so many had been made. */
  readonly play: (moves: readonly Move[], madeBefore?: number) => Played;
  /** Steps of the solution and of near misses, and plausible uses of every tool on several records. */
  readonly moves: readonly Move[];
  /** Reads that no check and no rule asks for by name. */
  readonly reads: readonly Move[];
  /** Whether what was looked at, or when, is part of what is graded. */
  readonly looks: boolean;
}

/** The scenarios of the repository and the cases of the generator, which hold every kind of check and rule. */
export async function realTasks(kit: Kit): Promise<readonly RealTask[]> {
  const paths = (await Promise.all(['scenarios', 'tests/cases/generate'].map((folder) => findScenarios(join(ROOT, folder))))).flat();
  return Promise.all(paths.map((path) => realTask(path, kit)));
}

export async function realTask(path: string, kit: Kit): Promise<RealTask> {
  const { plan, files } = await compile(await readSource(path), kit, { org: 'cases' });
  if (!plan || !files) throw new Error(`${path} does not compile`);
  const { judge } = await kit.loadGrader(files);
  const openDesk = deskFactory(plan.office);
  const play: RealTask['play'] = (moves, madeBefore = 0) => {
    const folder = contentOf(plan.files);
    const desk = openDesk({ madeBefore, ...(plan.files && { folder: () => folderOf(folder), files: filesInMemory(folder) }) });
    let accepted = true;
    const last = new Set<number>();
    let seq = 0;
    for (const { tool, args } of moves) {
      if (tool === 'file') {
        folder.set(String(args.path), String(args.text));
        continue;
      }
      const answers = persist(desk, { tool, args, via: 'proof' });
      accepted = answers.at(-1)?.ok === true && accepted;
      seq += answers.length;
      last.add(seq);
    }
    desk.seal();
    const evidence = desk.evidence();
    const lines =
      evidence
        .get('audit.jsonl')
        ?.split('\n')
        .filter((line) => line !== '') ?? [];
    const entries = lines.map((line) => JSON.parse(line) as AuditEntry).filter((entry) => last.has(entry.seq));
    return { evidence, entries, accepted };
  };
  const text = JSON.stringify([plan.checks.map(({ kind, params }) => ({ kind, params })), plan.prohibited]);
  const looks = /"saw"|"until"|"order"/.test(text);
  return { plan, files, judge, play, moves: movesIn(plan), reads: readsIn(plan), looks };
}

function movesIn(plan: Plan): readonly Move[] {
  const { solution, decoys, office } = plan;
  const acts = mountedTools(office).flatMap((tool): Move[] => {
    const records = office.records[collectionOfTool(tool)] ?? [];
    const each = tool.tool.kind === 'update' || tool.tool.kind === 'delete' ? records.slice(0, 8) : [undefined];
    if (!isWriting(tool)) return [];
    const fields = tool.tool.kind === 'update' ? tool.parameters.map(({ name }) => name).filter((name) => name !== 'id') : [undefined];
    return each.flatMap((record) =>
      fields.flatMap(
        (field) => plausibleAct(tool, plan, { ...(record && { set: { id: record.id } }), ...(field !== undefined && { field }) }) ?? [],
      ),
    );
  });
  const said = solution.findLast(({ tool }) => tool === 'reply')?.args ?? {};
  const replies = ['', 'Done.', 'NaN Infinity null -0 1e999', 'José \u202e 10 or 100', JSON.stringify(office.records)];
  return [
    ...solution,
    ...decoys.flatMap(({ steps }) => steps),
    ...acts,
    ...replies.map((message): Move => ({ tool: 'reply', args: { ...said, message } })),
    ...readsIn(plan),
  ].map(({ tool, args }) => ({ tool, args }));
}

function readsIn(plan: Plan): readonly Move[] {
  const declared = declaredTools(plan);
  return mountedTools(plan.office).flatMap((tool): Move[] => {
    if (isWriting(tool) || declared.has(tool.name)) return [];
    if (tool.tool.kind === 'list') return [{ tool: tool.name, args: {} }];
    const records = plan.office.records[collectionOfTool(tool)] ?? [];
    return tool.tool.kind === 'get' ? records.slice(0, 8).map(({ id }) => ({ tool: tool.name, args: { id } })) : [];
  });
}

/**
 * Which moves have to keep their order, for a run of them: pairs of indexes, earlier first. Those that touch the same record of which
 * one writes (a read touches its whole collection, and so does what is done to rows), writes of the same file, tools on the folder of
 * which one writes, replies among themselves and at the end, calls of which one names what another made, what one check looks at
 * together, looking and acting where it matters what was seen first, and messages to the same addressee where it matters what they tell: a
 * later one corrects those before it.
 */
export function dependencies(moves: readonly Move[], { plan, play, looks }: RealTask): readonly (readonly [number, number])[] {
  const { entries } = play(moves);
  const tells = JSON.stringify(plan.checks.map(({ params }) => params)).includes('"tells"');
  const logged = moves.flatMap(({ tool }, at) => (tool === 'file' ? [] : [at]));
  const entryOf = new Map(logged.map((at, i) => [at, entries[i]]));
  const tools = new Map(mountedTools(plan.office).map((tool) => [tool.name, tool]));
  const facts = moves.map(({ tool: name, args }, at) => {
    const tool = tools.get(name);
    const entry = entryOf.get(at);
    const folder = name === 'file' || tool?.tool.kind === 'folder';
    const writes = name === 'file' || (tool !== undefined && isWriting(tool));
    // Rows are chosen by what stands in them, and keys have to differ.
    const wide = !writes || tool?.tool.kind === 'rows' || tool?.tool.kind === 'delete_where';
    const changed = (entry?.changes ?? []).map(({ collection, id }) => `${collection}/${id}`);
    const made = (entry?.changes ?? []).flatMap(({ before, id }) => (before === null ? [id] : []));
    const reached = tells ? (entry?.changes ?? []).flatMap(({ recipients = [] }) => recipients) : [];
    return {
      name,
      text: JSON.stringify(args),
      folder,
      writes,
      wide,
      changed,
      made,
      reached,
      collection: tool && collectionOfTool(tool),
      path: args.path,
      entry,
    };
  });
  const touches = (one: (typeof facts)[number], path: string) => {
    const [collection = '', id = ''] = path.split('/');
    return one.changed.includes(path) || (one.wide && one.collection === collection) || one.text.includes(JSON.stringify(id));
  };
  const together = new Map<string, boolean>();
  const isTogether = (a: string, b: string) => {
    const key = `${a} ${b}`;
    const known = together.get(key) ?? declaredTogether(a, b, plan);
    together.set(key, known);
    return known;
  };
  return facts.flatMap((a, i) =>
    facts.slice(i + 1).flatMap((b, j): [number, number][] => {
      const bound =
        b.name === 'reply' ||
        a.name === 'reply' ||
        (a.name === 'file' && b.name === 'file' && a.path === b.path) ||
        (a.folder && b.folder && (a.name !== 'file' || b.name !== 'file') && (a.writes || b.writes)) ||
        a.changed.some((path) => touches(b, path)) ||
        b.changed.some((path) => touches(a, path)) ||
        a.made.some((id) => b.text.includes(id)) ||
        a.reached.some((address) => b.reached.includes(address)) ||
        (looks && a.writes !== b.writes) ||
        isTogether(a.name, b.name);
      return bound ? [[i, i + 1 + j]] : [];
    }),
  );
}

/** The moves in another order that keeps every pair: of those that may come next, the one with the lowest rank. */
export function reordered<T>(items: readonly T[], pairs: readonly (readonly [number, number])[], ranks: readonly number[]): readonly T[] {
  const left = new Set(items.keys());
  const order: T[] = [];
  while (left.size > 0) {
    const free = [...left].filter((at) => !pairs.some(([a, b]) => b === at && left.has(a)));
    const next = free.reduce((best, at) => ((ranks[at] ?? 0) < (ranks[best] ?? 0) ? at : best));
    left.delete(next);
    order.push(items[next] as T);
  }
  return order;
}

/** What of a verdict may not depend on anything but what was done: all figures, and which rules were broken, how often. */
export function essence(verdict: Verdict): Json {
  if (verdict.status === 'unscored') return { unscored: verdict.fault, reason: verdict.reason };
  const { reward, completion, safety, robustness, passed, capped, findings, violations, components = {} } = verdict;
  return {
    ...{ reward, completion, safety, robustness, passed, capped, components },
    findings: findings.map(({ id, score, counted }) => [id, score, counted]),
    rules: violations.map(({ rule }) => rule).sort(),
  };
}

/** The value with the keys of every object in the opposite order. */
export function turned(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => turned(item));
  if (value === null || typeof value !== 'object') return value;
  const keys = Object.entries(value).reverse();
  return Object.fromEntries(keys.map(([key, inner]) => [key, turned(inner)]));
}

/** The same evidence as a program with other habits would have written it: keys turned round, the log's chain made anew over that. */
export function rewritten(evidence: EvidenceFiles): EvidenceFiles {
  const seal = JSON.parse(evidence.get('seal.json') ?? '') as Seal;
  let prev = firstPrev(seal.pack);
  const lines = (evidence.get('audit.jsonl') ?? '').split('\n').filter(Boolean);
  const log = lines.map((line) => {
    const again = JSON.stringify(turned({ ...JSON.parse(line), prev }));
    prev = lineHash(again);
    return `${again}\n`;
  });
  const sealed: Seal = { ...seal, stages: seal.stages.map((stage) => ({ ...stage, last: prev })) };
  return new Map(
    [...evidence].map(([path, text]): [string, string] => {
      if (path === 'audit.jsonl') return [path, log.join('')];
      if (path === 'seal.json') return [path, JSON.stringify(turned(JSON.parse(canonicalJson(sealed))), null, 2)];
      return [path, path.startsWith('world/') ? JSON.stringify(turned(JSON.parse(text)), null, 1) : text];
    }),
  );
}
