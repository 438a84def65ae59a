// The three images of a pack and how they stand together. They only COPY: nothing is fetched at build time.
import type { GeneratedFile } from '../types.ts';

const baseImage = 'node:24-slim';

// Harbor starts main and the verifier with a command that ignores SIGTERM as process 1; SIGKILL saves ten seconds a stop.
const main = `# The agent's container: the tool stub and nothing else. No record, answer, log or grader is in here.
FROM ${baseImage}
WORKDIR /home/node
COPY --chmod=0755 stubs/slipway-tool /usr/local/bin/slipway-tool
STOPSIGNAL SIGKILL
`;

const workspace = `# The office: records, tools and the audit log, out of the agent's reach.
FROM ${baseImage}
COPY server.mjs services.json seed.json /srv/
CMD ["node", "/srv/server.mjs"]
`;

const compose = `# Adds the office to the agent's container. No host ports, names or subnets: any number of copies can run side by side.
services:
  main:
    depends_on:
      workspace:
        condition: service_healthy
  workspace:
    build:
      context: ./workspace
    init: true
    healthcheck:
      test: ["CMD", "node", "/srv/server.mjs", "health"]
      interval: 500ms
      timeout: 5s
      retries: 40
`;

const verifier = `# The verifier: reads collected evidence only, in a container of its own.
FROM ${baseImage}
COPY . /tests/
STOPSIGNAL SIGKILL
`;

// Depends on neither the working directory, HOME, nor exec bits: runners call it in different ways.
const testScript = `#!/bin/bash
# Grades the collected evidence: writes verdict.json and, if it could be graded, reward.json and reward.txt.
here=$(cd "$(dirname "\${BASH_SOURCE[0]}")" && pwd)
exec \${SLIPWAY_NODE:-node} "$here/lib/run.ts"
`;

export function containerFiles(): readonly GeneratedFile[] {
  return [
    { path: 'environment/Dockerfile', text: main },
    { path: 'environment/docker-compose.yaml', text: compose },
    { path: 'environment/workspace/Dockerfile', text: workspace },
    { path: 'tests/Dockerfile', text: verifier },
    { path: 'tests/test.sh', text: testScript },
    // Node decides by it that .ts files are modules.
    { path: 'tests/package.json', text: '{ "type": "module" }\n' },
  ];
}
