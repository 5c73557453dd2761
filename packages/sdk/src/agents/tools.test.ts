import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { json, refusal, scripted, silent, unreachable, type Step } from '../../test/scripted-fetch.ts';
import { tools, type ToolName } from '../agents.ts';
import { Parley } from '../index.ts';

const spaceId = '5b1d4a1e-7a57-4c8f-9d7f-000000000001';
const key = 'f'.repeat(64);

const said = (text: string): Step => json({ jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text }] } });
const error = (status: number, body: object): Step =>
  json({ jsonrpc: '2.0', id: 1, error: { code: -32_000, message: 'No', data: { ...body, status } } }, status);

function toolsOver(...steps: [Step, ...Step[]]) {
  const { fetch, requests } = scripted(...steps);
  const space = new Parley({ baseUrl: 'http://parley.test', fetch }).space({ spaceId, key });
  const tool = (name: ToolName) => tools(space, { only: [name] })[0]!;
  return { space, tool, requests, bodies: () => Promise.all(requests.map((request) => request.clone().json())) };
}

/** Lets time pass until it is over. */
async function settled<T>(work: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(60_000);
  return work;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the tools of a space', () => {
  const { space } = toolsOver(silent);

  test('are by default those that MCP clients are shown, and others by their names', () => {
    const names = tools(space).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['get_space', 'send_message', 'edit_artifact', 'propose_edit']));
    expect(names).not.toContain('kick_participant');
    expect(tools(space, { only: ['kick_participant', 'get_space'] }).map(({ name }) => name)).toEqual([
      'kick_participant',
      'get_space',
    ]);
  });

  test('take neither a space nor a key, and none of them replaces the key', () => {
    for (const name of ['rotate_key', 'get_my_space_key', 'join_space', 'create_space', '__proto__'])
      expect(() => tools(space, { only: [name as ToolName] }), name).toThrow(/^only must be names of tools; ".+" is none$/);
    for (const { name, description, inputSchema } of tools(space)) {
      expect(description, name).not.toBe('');
      expect(Object.keys(inputSchema.properties), name).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(spaceId|privateKey|userToken|idempotencyKey|link)$/)]),
      );
      expect(Object.keys(inputSchema.properties), name).toEqual(expect.arrayContaining(inputSchema.required));
    }
  });

  test('say which of them only read', () => {
    const [get, edit] = tools(space, { only: ['get_artifact', 'edit_artifact'] });
    expect([get!.isReadOnly, edit!.isReadOnly]).toEqual([true, false]);
  });

  test('do not show the key', () => {
    expect(inspect(tools(space), { depth: 9, showHidden: true }) + JSON.stringify(tools(space))).not.toContain(key);
  });
});

describe('a call of a tool', () => {
  test('acts in the space with its key, whatever the model says, and answers the text for models', async () => {
    const { tool, requests, bodies } = toolsOver(said('messageId: 1'));
    const other = { spaceId: 'elsewhere', privateKey: 'b', userToken: 'usr_b', idempotencyKey: 'mine' };
    expect(await tool('send_message').execute({ content: 'Hello', ...other })).toBe('messageId: 1');
    expect([requests[0]!.url, requests[0]!.headers.get('x-private-key')]).toEqual(['http://parley.test/mcp', key]);
    const [{ method, params }] = (await bodies()) as [{ method: string; params: unknown }];
    expect([method, params]).toEqual([
      'tools/call',
      {
        name: 'send_message',
        arguments: { content: 'Hello', spaceId, idempotencyKey: expect.stringMatching(/^[\da-f-]{36}$/) as unknown },
      },
    ]);
  });

  test('is repeated after a failure with the same Idempotency-Key', async () => {
    const { tool, bodies } = toolsOver(unreachable, error(503, { error: 'Later', code: 'internal' }), said('Done.'));
    expect(await settled(tool('send_message').execute({ content: 'Hello' }))).toBe('Done.');
    const sent = (await bodies()) as { params: { arguments: { idempotencyKey: string } } }[];
    expect([sent.length, new Set(sent.map(({ params }) => params.arguments.idempotencyKey)).size]).toEqual([3, 1]);
  });

  test.each<[string, Step, string]>([
    ['in its result', said('error: "You are muted", code: muted'), 'error: "You are muted", code: muted'],
    ['before it ran', error(403, { error: 'Not here', code: 'origin_refused' }), 'error: "Not here", code: origin_refused'],
    ['by a proxy', refusal(400, 'too_long'), 'error: "The service answered 400", code: unknown'],
    ['by nobody', unreachable, 'error: "http://parley.test could not be reached: fetch failed", code: network'],
    ['by something else', json({ hello: 'world' }), 'error: "http://parley.test is no Parley server'],
  ])('that was refused %s answers the reason, and no key', async (_, step, reason) => {
    const answer = await settled(toolsOver(step).tool('send_message').execute({ content: 'Hello' }));
    expect(answer).toContain(reason);
    expect(answer).not.toContain(key);
  });

  test.each(['signal', 'abortSignal'])('ends with the reason of its %s', async (name) => {
    const { tool } = toolsOver(silent);
    const stop = new AbortController();
    const call = tool('wait_for_events').execute({}, { [name]: stop.signal });
    stop.abort(new Error('Enough'));
    await expect(call).rejects.toThrow('Enough');
  });

  test('can wait for as long as tools do before it times out', async () => {
    const { tool, requests } = toolsOver(silent);
    void tool('wait_for_events').execute({});
    await vi.advanceTimersByTimeAsync(54_000);
    expect(requests).toHaveLength(1);
  });
});
