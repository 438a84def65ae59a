// task.toml: what Harbor reads first. Every table drops unknown keys without a word, so tests lint what is written here.
import { stringify } from 'smol-toml';
import type { GeneratedFile, Plan, Proof } from '../types.ts';

/** `org` is the part of Harbor's name before the slash. */
export function taskToml(input: { plan: Plan; proof: Proof; org: string; digest: string; version: string }): GeneratedFile {
  const { plan, proof, org, digest, version } = input;
  const { taxonomy } = plan;
  // Root keys come first: after a table header they would silently become part of it.
  const task = {
    schema_version: '1.4',
    artifacts: [
      { source: '/evidence/workspace', destination: 'workspace', service: 'workspace' },
      { source: '/evidence/agent', destination: 'agent' },
    ],
    task: {
      name: `${org}/${plan.folder}`,
      version: '1.0.0',
      description: plan.title,
      keywords: ['slipway', ...taxonomy.capabilities],
    },
    metadata: {
      scenario: plan.id,
      scenario_digest: `sha256:${digest}`,
      compiler: `slipway ${version}`,
      services: plan.office.services.map((service) => service.name),
      ...(taxonomy.scenario !== undefined && { taxonomy: taxonomy.scenario }),
      ...(taxonomy.capabilities.length > 0 && { capabilities: [...taxonomy.capabilities] }),
      ...(taxonomy.difficulty !== undefined && { difficulty: taxonomy.difficulty }),
      portable: false,
      portable_reason: 'needs a sidecar service',
      proof: {
        attacks: proof.attacks.filter(({ result }) => result !== 'not measured').length,
        false_pass_ceiling: proof.falsePassCeiling,
        lazy_reward: proof.lazyReward,
        ...(proof.falseFailRate !== null && { false_fail_rate: proof.falseFailRate }),
        not_measured: proof.attacks.filter(({ result }) => result === 'not measured').length,
      },
    },
    agent: { timeout_sec: 900, user: 'node' },
    environment: {
      build_timeout_sec: 600,
      cpus: 1,
      memory_mb: 1024,
      // Not `workspace`: Claude Code reserves that name and drops such a server without a word.
      mcp_servers: [{ name: 'desk', transport: 'streamable-http', url: 'http://workspace:8000/mcp' }],
    },
    verifier: {
      environment_mode: 'separate',
      timeout_sec: 120,
      user: 'node',
      collect: [
        { service: 'main', command: collectTranscript, timeout_sec: 20, user: 'root' },
        { service: 'workspace', command: 'node /srv/server.mjs seal', timeout_sec: 60 },
      ],
    },
  };
  return { path: 'task.toml', text: `${stringify(task)}\n`.replace(/\n+$/, '\n') };
}

// /logs/agent does not reach a separate verifier. The folder is made anew, so nothing planted under the name survives.
const collectTranscript =
  'rm -rf /evidence && mkdir -p /evidence/agent && cd /logs/agent && if [ -f trajectory.json ] && [ ! -L trajectory.json ] && [ $(stat -c %s trajectory.json) -le 4194304 ]; then cp trajectory.json /evidence/agent/; fi';
