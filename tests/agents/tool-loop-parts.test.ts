// The parts of the tool loop that need no trial: settings, and what it means that an endpoint gave no answer.
import { describe, expect, test } from 'vitest';
import { type Breakdown, endAfter, silence } from '#runner/agents/tool-loop/breakdown.ts';
import { toolLoopSettings } from '#runner/agents/tool-loop/settings.ts';
import { openWorkspace } from '#runner/agents/workspace.ts';
import { SettingsError, Trouble } from '#runner/index.ts';
import { agentOf } from './packs.ts';

describe('settings', () => {
  const of = (model: string | null, options: Record<string, string> = {}, environment: Record<string, string> = {}) =>
    toolLoopSettings({ model, options, environment });

  test('what is not said has a value of its own', () => {
    expect(of('anthropic/some-model', {}, { ANTHROPIC_API_KEY: ' sk-1 ', OPENAI_API_KEY: 'sk-2' })).toEqual({
      protocol: 'anthropic',
      model: 'some-model',
      baseUrl: 'https://api.anthropic.com/v1',
      key: 'sk-1',
      keyNeeded: true,
      maxTurns: 60,
      maxTokens: 16_000,
      temperature: null,
      system: null,
      retries: 3,
      requestLimit: 240,
    });
    expect(of('openai/vendor/model:tag')).toMatchObject({
      model: 'vendor/model:tag',
      maxTokens: null,
      key: null,
      baseUrl: 'https://api.openai.com/v1',
    });
  });

  test.each<[string, Record<string, string>, Record<string, string>, string]>([
    ['anthropic/m', {}, { ANTHROPIC_BASE_URL: 'http://host:1/' }, 'http://host:1/v1'],
    ['anthropic/m', {}, { ANTHROPIC_BASE_URL: 'http://host:1/v1' }, 'http://host:1/v1'],
    ['anthropic/m', { base_url: 'http://mine/x' }, { ANTHROPIC_BASE_URL: 'http://host:1' }, 'http://mine/x/v1'],
    ['openai/m', {}, { OPENAI_BASE_URL: 'http://host:1/v1/' }, 'http://host:1/v1'],
    ['openai/m', {}, { OPENAI_BASE_URL: 'http://host:1' }, 'http://host:1'],
    ['openai/m', {}, { OPENAI_BASE_URL: '  ' }, 'https://api.openai.com/v1'],
  ])('the address of %s with %j and %j', (model, options, environment, baseUrl) => {
    expect(of(model, options, environment)).toMatchObject({ baseUrl, keyNeeded: baseUrl.startsWith('https://api.openai') });
  });

  test.each<[string | null, Record<string, string>, RegExp]>([
    [null, {}, /say which protocol/],
    ['some-model', {}, /--model some-model: say which protocol/],
    ['anthropic/', {}, /say which protocol/],
    ['openai/m', { base_url: 'localhost:1' }, /localhost:1 is no address/],
    ['openai/m', { max_turns: '0' }, /max_turns=0: it has to be a whole number from 1/],
    ['openai/m', { max_turns: '1.5' }, /whole number/],
    ['openai/m', { temperature: 'hot' }, /temperature=hot: it has to be a number from 0 to 2/],
    ['openai/m', { request_limit: '301' }, /from 1 to 300/],
  ])('%j with %j is refused', (model, options, words) => {
    expect(() => of(model, options)).toThrow(SettingsError);
    expect(() => of(model, options)).toThrow(words);
  });

  test('without a key it is not begun, unless the endpoint is one’s own', async () => {
    const bare = agentOf({ agent: 'tool-loop', model: 'anthropic/m' });
    await expect(bare.ready?.()).rejects.toMatchObject({
      name: 'Trouble',
      fault: 'agent',
      message: 'ANTHROPIC_API_KEY is not set',
      remedy: 'stop',
    });
    const own = agentOf({ agent: 'tool-loop', model: 'anthropic/m', options: { base_url: 'http://127.0.0.1:1' } });
    await expect(own.ready?.()).resolves.toBeUndefined();
  });
});

describe('an endpoint that gives no answer', () => {
  const endpoint = { protocol: 'openai', model: 'm', baseUrl: 'http://host/v1' } as const;
  const end = (breakdown: Partial<Breakdown>) => endAfter({ message: '', status: null, body: '', ...breakdown }, endpoint);
  const broken = (remedy: string) => ({ kind: 'broken', trouble: { fault: 'agent', remedy } });

  test.each<[Partial<Breakdown>, object]>([
    [{ message: 'Cannot connect to API: connect ECONNREFUSED' }, broken('retry')],
    [{ status: 200, message: 'Invalid JSON response', body: '<html>' }, broken('retry')],
    [{ status: 408 }, broken('retry')],
    [{ status: 429, message: 'slow down' }, broken('retry')],
    [{ status: 429, body: '{"error":{"code":"insufficient_quota"}}' }, broken('stop')],
    [{ status: 400, message: 'Your credit balance is too low' }, broken('stop')],
    [{ status: 401 }, broken('stop')],
    [{ status: 402 }, broken('stop')],
    [{ status: 403 }, broken('stop')],
    [{ status: 404 }, broken('stop')],
    [{ status: 400, message: 'unsupported parameter' }, broken('none')],
    [{ status: 422 }, broken('none')],
    [{ status: 500, message: 'maximum context length of the log' }, broken('retry')],
    [{ status: 503 }, broken('retry')],
    [{ status: 529 }, broken('retry')],
    [{ status: 413 }, { kind: 'failed' }],
    [{ status: 400, message: "This model's maximum context length is 8192 tokens" }, { kind: 'failed' }],
    [{ status: 400, body: '{"error":{"code":"context_length_exceeded"}}' }, { kind: 'failed' }],
    [
      { status: 400, body: '{"error":{"code":"content_filter"}}' },
      { kind: 'failed', refused: true },
    ],
  ])('%j', (breakdown, expected) => {
    expect(end(breakdown)).toMatchObject(expected);
    expect('refused' in end(breakdown)).toBe('refused' in expected);
  });

  test('words say who, where and what; silence says for how long', () => {
    expect(end({ status: 401, message: 'no such\nkey' })).toMatchObject({
      trouble: {
        message: 'm at http://host/v1: HTTP 401: no such key',
        next: 'check OPENAI_API_KEY, and OPENAI_BASE_URL if the endpoint is your own',
      },
    });
    expect(silence(239.6, 'HTTP 429', endpoint)).toMatchObject({
      trouble: { message: 'no answer from m at http://host/v1 within 240 s; the last thing that came: HTTP 429', remedy: 'retry' },
    });
  });
});

test('a workspace that does not answer is the workspace’s fault; a signal is nobody’s', async () => {
  // A port of the reserved ones, on which nothing listens.
  const nobody = 'http://127.0.0.1:4';
  await expect(openWorkspace(nobody, new AbortController().signal)).rejects.toMatchObject({ name: 'Trouble', fault: 'workspace' });
  await expect(openWorkspace(nobody, AbortSignal.abort('enough'))).rejects.toBe('enough');
  await expect(openWorkspace(nobody, AbortSignal.abort('enough'))).rejects.not.toBeInstanceOf(Trouble);
});
