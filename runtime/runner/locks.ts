// Harbor's lock files, version 0.25.0: what exactly a job and each of its trials ran on. Pure; formats in models/job/lock.py.
import { environmentConfig, type JobPlan } from './layout.ts';
import type { Agent, Task } from './types.ts';

/** Whose formats these are. */
const HARBOR = { version: '0.25.0', is_editable: false };

/** `<job>/lock.json`: JobLock, with the same lock once for each planned trial. */
export function jobLock(plan: JobPlan, createdAt: Date): object {
  const { tasks, attempts, agent, sandbox, source, concurrency, retries } = plan;
  return {
    schema_version: 3,
    created_at: createdAt.toISOString(),
    harbor: HARBOR,
    n_concurrent_trials: concurrency,
    retry: { max_retries: retries },
    trials: Array.from({ length: attempts }, () => tasks).flatMap((all) => all.map((task) => trialLock({ task, agent, sandbox, source }))),
  };
}

/** `<trial>/lock.json`: TrialLock. */
export function trialLock(trial: {
  readonly task: Task;
  readonly agent: Pick<Agent, 'name' | 'model'>;
  readonly sandbox: string;
  readonly source: string | null;
}): object {
  const { task, agent, sandbox, source } = trial;
  return {
    schema_version: 2,
    task: {
      name: task.name,
      ...(task.version === null ? {} : { version: task.version }),
      type: 'local',
      digest: `sha256:${task.checksum}`,
      ...(source === null ? {} : { source }),
      path: task.directory,
    },
    install_only: false,
    timeout_multiplier: 1,
    agent: { name: agent.name, ...(agent.model === null ? {} : { model_name: agent.model }) },
    environment: environmentConfig(sandbox),
    verifier: { disable: false, environment_mode: 'separate' },
  };
}
