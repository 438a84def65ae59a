// What a container is made with, in our words and in the API's. Pure.

export type Labels = Readonly<Record<string, string>>;

export interface ContainerSpec {
  readonly name: string;
  readonly image: string;
  readonly labels: Labels;
  readonly env: Labels;
  /** Absent = the image's own, as with `workdir` and `command`. */
  readonly user?: string;
  readonly workdir?: string;
  /** Takes the place of the image's entry point and command. */
  readonly command?: readonly string[];
  /** Puts a small process before the command that collects what others leave behind and hands on signals. */
  readonly init: boolean;
  /** Name of a network; null = none at all. */
  readonly network: string | null;
  /** What the network's other containers call it. */
  readonly alias: string;
  readonly volumes: readonly {
    readonly name: string;
    readonly path: string /** Whether it may fill an empty volume from its image. */;
    readonly fills: boolean;
  }[];
  /** Files of this machine that it may read. */
  readonly files: readonly { readonly from: string; readonly path: string }[];
  /** Published on this machine's loopback, on a free port. */
  readonly port?: number;
  /** MiB; absent = no limit, as with `cpus`. */
  readonly memory?: number;
  readonly cpus?: number;
  /** Most processes and threads. */
  readonly processes: number;
}

/** As the engine's API has it. */
export function containerOptions(spec: ContainerSpec) {
  const { memory, cpus, port } = spec;
  const exposed = `${port}/tcp`;
  return {
    name: spec.name,
    Image: spec.image,
    Labels: { ...spec.labels },
    Env: environment(spec.env),
    ...(spec.user === undefined ? {} : { User: spec.user }),
    ...(spec.workdir === undefined ? {} : { WorkingDir: spec.workdir }),
    ...(spec.command === undefined ? {} : { Entrypoint: [...spec.command], Cmd: [] }),
    ...(port === undefined ? {} : { ExposedPorts: { [exposed]: {} } }),
    StopSignal: 'SIGKILL',
    HostConfig: {
      Init: spec.init,
      NetworkMode: spec.network ?? 'none',
      ...(port === undefined ? {} : { PortBindings: { [exposed]: [{ HostIp: '127.0.0.1', HostPort: '' }] } }),
      Mounts: [
        ...spec.volumes.map(({ name, path, fills }) => ({
          Type: 'volume' as const,
          Source: name,
          Target: path,
          VolumeOptions: { NoCopy: !fills, Labels: {}, DriverConfig: { Name: 'local', Options: {} } },
        })),
        ...spec.files.map(({ from, path }) => ({ Type: 'bind' as const, Source: from, Target: path, ReadOnly: true })),
      ],
      ...(memory === undefined ? {} : { Memory: memory * MIB, MemorySwap: memory * MIB }),
      ...(cpus === undefined ? {} : { NanoCpus: Math.round(cpus * 1e9) }),
      PidsLimit: spec.processes,
      SecurityOpt: ['no-new-privileges'],
      LogConfig: { Type: 'json-file', Config: { 'max-size': '10m', 'max-file': '1' } },
    },
    ...(spec.network === null ? {} : { NetworkingConfig: { EndpointsConfig: { [spec.network]: { Aliases: [spec.alias] } } } }),
  };
}

const MIB = 1024 * 1024;

export function environment(values: Labels): string[] {
  return Object.entries(values).map(([name, value]) => `${name}=${value}`);
}
