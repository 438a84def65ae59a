// Doing nothing, in three ways: silence, the request echoed back, a polite "done".
import { type Arena, attackRow, defineAttacker, type Move, type Run } from '../arena.ts';

export const idle = defineAttacker({
  name: 'idle',
  about: 'Nothing; the request echoed as the reply; a polite "done". Reward 0; only restraint checks may score.',
  must: 'reward 0',
  wrong: true,
  attack: (arena) => {
    const told = new Set<string>();
    return Object.entries(ways(arena)).map(([way, moves]) => {
      const run = arena.play(moves);
      const held = run.verdict.reward === 0 && freeChecks(arena, run).length === 0;
      if (!held) explain(arena, run, { when: inWords[way] ?? way, told });
      return { ...attackRow('idle', way, run, held), lazy: true };
    });
  },
});

function ways({ plan }: Arena): { readonly [way: string]: readonly Move[] } {
  const say = (message: string): readonly Move[] => [{ tool: 'reply', args: { message } }];
  return {
    silence: [],
    echo: say(plan.request),
    done: say('Done. Everything has been taken care of as you asked. Let me know if you need anything else.'),
  };
}

function freeChecks({ plan }: Arena, run: Run) {
  return run.verdict.findings.filter(({ id, score }) => score > 0 && !plan.checks.some((check) => check.id === id && check.restraint));
}

const inWords: { readonly [way: string]: string } = {
  silence: 'nothing is done',
  echo: 'the request is only repeated',
  done: 'all the agent does is to say "Done"',
};

/** `told`: checks that an earlier way of doing nothing has shown to be free. */
function explain(arena: Arena, run: Run, { when, told }: { readonly when: string; readonly told: Set<string> }): void {
  const { plan, report } = arena;
  const free = freeChecks(arena, run);
  for (const { id, score, found } of free) {
    const check = plan.checks.find((c) => c.id === id);
    if (told.has(id)) continue;
    told.add(id);
    arena.weak.add(id);
    report('prove/already-true', check?.span ?? plan.places.key(['checks']), { check: id, score, found, when });
  }
  if (free.length > 0 || run.verdict.reward === 0) return;
  const others = plan.checks.filter((check) => !check.restraint).map(({ id }) => id);
  for (const { id } of run.verdict.findings.filter(({ counted }) => counted > 0)) {
    const check = plan.checks.find((c) => c.id === id);
    report('prove/free-points', check?.span ?? plan.places.key(['checks']), { check: id, reward: run.verdict.reward, others });
  }
}
