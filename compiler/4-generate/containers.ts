// The three images of a pack and how they stand together. They only COPY: nothing is fetched at build time.
import type { GeneratedFile } from '../types.ts';
import { agentUser, folderPath } from './folder.ts';

const baseImage = 'node:24-slim';

// Harbor starts main and the verifier with a command that ignores SIGTERM as process 1; SIGKILL saves ten seconds a stop.
const main = (folder: boolean) => `# The agent's container: the tool stub and nothing else. No record, answer, log or grader is in here.
FROM ${baseImage}
WORKDIR ${folder ? folderPath : '/home/node'}
COPY --chmod=0755 stubs/slipway-tool /usr/local/bin/slipway-tool
STOPSIGNAL SIGKILL
`;

const workspace = `# The office: records, tools and the audit log, out of the agent's reach.
FROM ${baseImage}
COPY server.mjs services.json seed.json /srv/
CMD ["node", "/srv/server.mjs"]
`;

// The volume takes content and owner from here. What is collected is read under the agent's user, who must not read records.
const workspaceWithFolder = ({
  readers,
  pictures,
}: ContainerOptions) => `# The office: records, tools and the audit log, out of the agent's reach; and what lies in the agent's folder at the start.
FROM ${baseImage}
COPY --chown=${agentUser}:${agentUser} files/ ${folderPath}/
COPY server.mjs ${readers ? 'readers.mjs ' : ''}/srv/
${pictures ? 'COPY files/ /srv/files/\n' : ''}COPY --chmod=0600 services.json seed.json /srv/
ENV SLIPWAY_FILES=${folderPath} SLIPWAY_FILES_USER=${agentUser}
CMD ["node", "/srv/server.mjs"]
`;

const volume = `    volumes:
      - folder:${folderPath}
`;

const compose = (
  folder: boolean,
) => `# Adds the office to the agent's container. No host ports, names or subnets: any number of copies can run side by side.
services:
  main:
    depends_on:
      workspace:
        condition: service_healthy
${folder ? volume : ''}  workspace:
    build:
      context: ./workspace
    init: true
${folder ? volume : ''}    healthcheck:
      test: ["CMD", "node", "/srv/server.mjs", "health"]
      interval: 500ms
      timeout: 5s
      retries: 40
${folder ? 'volumes:\n  folder: {}\n' : ''}`;

const verifier = `# The verifier: reads collected evidence only, in a container of its own.
FROM ${baseImage}
COPY . /tests/
STOPSIGNAL SIGKILL
`;

// Depends on neither the working directory, HOME, nor exec bits: runners call it in different ways.
const testScript = `#!/bin/bash
# Grades the collected evidence: writes verdict.json and, if it could be graded, reward.json and reward.txt.
here=$(dirname "$(readlink -f "\${BASH_SOURCE[0]}")")
# Before anything can fail: nothing but this grader may leave a reward.
rm -rf "\${SLIPWAY_VERDICT:-/logs/verifier}"/reward.json "\${SLIPWAY_VERDICT:-/logs/verifier}"/reward.txt
exec \${SLIPWAY_NODE:-node} "$here/lib/run.ts"
`;

export interface ContainerOptions {
  /** The agent has a folder, shared with the workspace, which puts its content there and collects what is left in it. */
  readonly folder: boolean;
  /** The workspace reads office files in it. */
  readonly readers: boolean;
  /** It shows pictures of what lay there at the start. */
  readonly pictures: boolean;
}

/** The images, how they stand together, and what starts the verifier. */
export function containerFiles(options: ContainerOptions): readonly GeneratedFile[] {
  const { folder } = options;
  return [
    { path: 'environment/Dockerfile', text: main(folder) },
    { path: 'environment/docker-compose.yaml', text: compose(folder) },
    { path: 'environment/workspace/Dockerfile', text: folder ? workspaceWithFolder(options) : workspace },
    { path: 'tests/Dockerfile', text: verifier },
    { path: 'tests/test.sh', text: testScript },
    // Node decides by it that .ts files are modules.
    { path: 'tests/package.json', text: '{ "type": "module" }\n' },
  ];
}
