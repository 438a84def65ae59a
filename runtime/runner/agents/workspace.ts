// The workspace's tools as an agent on this machine uses them: listed and called through its MCP face. The only importer of the client.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Trouble } from '../trouble.ts';

export interface Workspace {
  readonly tools: readonly WorkspaceTool[];
  /**
   * `tool` is a name from the list or the workspace's own (`helpdesk.update_ticket`); one it does not have is refused by it, in the log too.
   * Throws the signal's reason where it aborts, a Trouble where the workspace does not answer.
   */
  call(call: WorkspaceCall): Promise<WorkspaceAnswer>;
  close(): Promise<void>;
}

export interface WorkspaceTool {
  /** `helpdesk_update_ticket` */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments, as the workspace wrote it. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** It changes nothing. */
  readonly reads: boolean;
  /** What it answers hangs on more than the office's records: on the shared folder. */
  readonly open: boolean;
}

export interface WorkspaceCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The caller's own id of the call; it stands in the audit log as `toolUse`. */
  readonly id?: string;
}

export interface WorkspaceAnswer {
  /** The result as JSON, or what was wrong and what to do. */
  readonly text: string;
  readonly refused: boolean;
}

/** `url` is the workspace's base URL on this machine (`Room.hostUrl`). Throws as `call` does. */
export async function openWorkspace(url: string, signal: AbortSignal): Promise<Workspace> {
  const client = new Client({ name: 'slipway', version: '1.0.0' });
  const asked = async <T>(what: string, question: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    try {
      return await question();
    } catch (thrown) {
      signal.throwIfAborted();
      const why = thrown instanceof Error ? thrown.message : String(thrown);
      throw new Trouble('workspace', `the workspace did not answer ${what}: ${why}`, { cause: thrown });
    }
  };
  await asked('a client that wants its tools', () => client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)), { signal }));
  const { tools } = await asked('which tools it has', () => client.listTools({}, { signal }));
  return {
    tools: tools.map(({ name, description = '', inputSchema, annotations }) => ({
      name,
      description,
      schema: inputSchema,
      reads: annotations?.readOnlyHint === true,
      open: annotations?.openWorldHint === true,
    })),
    async call({ tool, args, id }) {
      const meta = id === undefined ? {} : { _meta: { 'slipway/toolUseId': id } };
      const answer = await asked(`a call of ${tool}`, () => client.callTool({ name: tool, arguments: { ...args }, ...meta }, { signal }));
      const text = answer.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
      return { text, refused: answer.isError === true };
    },
    close: () => client.close(),
  };
}
