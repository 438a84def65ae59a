// A conversation with a model, whatever protocol it speaks. The only importer of the `ai` SDK and its providers.
// One question at a time and without the SDK's own loop: calls are carried out in order, and the log is written turn by turn.
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  APICallError,
  generateText,
  type JSONSchema7,
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  RetryError,
  type ToolSet,
  tool,
} from 'ai';
import type { Usage } from '../../types.ts';
import type { ToolLoopSettings } from './settings.ts';

export interface Conversation {
  /** The model's next answer. Throws a ModelError, or whatever the signal was aborted with. */
  next(signal: AbortSignal): Promise<Turn>;
  /** What the calls of the last answer gave: one result for each. */
  give(results: readonly CallResult[]): void;
}

export interface Turn {
  readonly text: string;
  /** Empty where the model shows none. */
  readonly reasoning: string;
  readonly calls: readonly Call[];
  readonly end: 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other';
  /** The same in the endpoint's own word; null where it gave none. */
  readonly ownEnd: string | null;
  readonly usage: Usage;
  /** What the SDK found odd about the request. */
  readonly warnings: readonly string[];
}

export interface Call {
  readonly id: string;
  readonly tool: string;
  /** Null where what the model wrote is no JSON object. */
  readonly args: Readonly<Record<string, unknown>> | null;
}

export interface CallResult {
  readonly call: Call;
  readonly text: string;
  readonly failed: boolean;
}

export interface ToolOffer {
  readonly name: string;
  readonly description: string;
  /** JSON Schema, passed on as it is. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** The endpoint did not give an answer. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  /** HTTP status; null where there was no answer at all. */
  readonly status: number | null;
  /** What the endpoint wrote, as text; empty where it wrote nothing. */
  readonly body: string;

  constructor(message: string, more: { readonly status: number | null; readonly body: string; readonly cause: unknown }) {
    super(message, { cause: more.cause });
    this.status = more.status;
    this.body = more.body;
  }
}

export interface ConversationOptions {
  readonly settings: ToolLoopSettings;
  readonly instruction: string;
  readonly tools: readonly ToolOffer[];
  /** Told of each request that failed, also of those that are sent again. */
  readonly onTrouble: (words: string) => void;
}

export function openConversation({ settings, instruction, tools, onTrouble }: ConversationOptions): Conversation {
  // Warnings come back with each answer; nothing may be written to the terminal behind our back.
  (globalThis as { AI_SDK_LOG_WARNINGS?: unknown }).AI_SDK_LOG_WARNINGS = false;
  const model = modelOf(settings, onTrouble);
  const messages: ModelMessage[] = [{ role: 'user', content: instruction }];
  const offered: ToolSet = Object.fromEntries(
    tools.map(({ name, description, schema }) => [name, tool({ description, inputSchema: jsonSchema(schema as JSONSchema7) })]),
  );
  return {
    async next(signal) {
      const { maxTokens, temperature, system, retries } = settings;
      try {
        const answer = await generateText({
          model,
          messages: [...messages.slice(0, -1), ...messages.slice(-1).map(cached)],
          tools: offered,
          maxRetries: retries,
          abortSignal: signal,
          ...(system === null ? {} : { system }),
          ...(maxTokens === null ? {} : { maxOutputTokens: maxTokens }),
          ...(temperature === null ? {} : { temperature }),
        });
        // The SDK has answered calls that it could not read; we answer every call ourselves.
        messages.push(...answer.response.messages.filter(({ role }) => role === 'assistant'));
        return {
          text: answer.text,
          reasoning: answer.reasoningText ?? '',
          calls: answer.toolCalls.map(({ toolCallId, toolName, input }) => ({ id: toolCallId, tool: toolName, args: asObject(input) })),
          end: answer.finishReason,
          ownEnd: answer.rawFinishReason ?? null,
          usage: {
            inputTokens: answer.usage.inputTokens ?? null,
            cachedTokens: answer.usage.inputTokenDetails.cacheReadTokens ?? null,
            outputTokens: answer.usage.outputTokens ?? null,
            cost: null,
          },
          warnings: (answer.warnings ?? []).map((warning) => ('message' in warning ? warning.message : JSON.stringify(warning))),
        };
      } catch (thrown) {
        signal.throwIfAborted();
        throw asModelError(thrown);
      }
    },
    give(results) {
      messages.push({
        role: 'tool',
        content: results.map(({ call, text, failed }) => ({
          type: 'tool-result',
          toolCallId: call.id,
          toolName: call.tool,
          output: { type: failed ? 'error-text' : 'text', value: text },
        })),
      });
    },
  };
}

function modelOf({ protocol, model, baseUrl: baseURL, key }: ToolLoopSettings, onTrouble: (words: string) => void): LanguageModel {
  const watched: typeof fetch = async (input, init) => {
    try {
      const response = await fetch(input, init);
      if (!response.ok) onTrouble(`HTTP ${response.status}`);
      return response;
    } catch (thrown) {
      if (init?.signal?.aborted !== true) onTrouble(connectionWords(thrown));
      throw thrown;
    }
  };
  // Given even where it is empty: the library would look for one in the environment itself.
  if (protocol === 'anthropic') return createAnthropic({ baseURL, apiKey: key ?? '', fetch: watched })(model);
  return createOpenAICompatible({ name: 'openai', baseURL, ...(key === null ? {} : { apiKey: key }), fetch: watched })(model);
}

/** Everything up to this message can be reused by the next request, where the provider sells that. */
function cached(message: ModelMessage): ModelMessage {
  return { ...message, providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } };
}

function asModelError(thrown: unknown): ModelError {
  const last = RetryError.isInstance(thrown) ? thrown.lastError : thrown;
  const attempts = RetryError.isInstance(thrown) && thrown.errors.length > 1 ? ` (asked ${thrown.errors.length} times)` : '';
  const words = last instanceof Error ? last.message : String(last);
  if (!APICallError.isInstance(last)) return new ModelError(`${words}${attempts}`, { status: null, body: '', cause: thrown });
  const { statusCode: status = null, responseBody: body = '' } = last;
  return new ModelError(`${words}${attempts}`, { status, body, cause: thrown });
}

/** `fetch failed` says nothing; what is behind it does. */
function connectionWords(thrown: unknown): string {
  const behind = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  return behind instanceof Error ? behind.message || behind.name : String(behind);
}

function asObject(input: unknown): Readonly<Record<string, unknown>> | null {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Record<string, unknown>) : null;
}
