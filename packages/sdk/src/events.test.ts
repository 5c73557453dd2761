import { describe, expect, test, vi } from 'vitest';
import { frame, json, refusal, saying, scripted, silent, unreachable, type Step } from '../test/scripted-fetch.ts';
import { KeyError, NetworkError, NotFoundError, Parley, type EventsOptions, type SpaceEvent } from './index.ts';

const spaceId = '5b1d4a1e-7a57-4c8f-9d7f-000000000001';
const ready = (sequence: number) => frame('ready', { sequence });
const message = (sequence: number) => frame('message', { sequence }, sequence);
const context = frame('context', {});
const closed = (sequence: number) => frame('space-closed', { sequence, reason: 'closed' }, sequence);
const over = refusal(401, 'key_expired');
const page = (...sequences: number[]): Step =>
  json({ messages: sequences.map((sequence) => ({ sequence })), hasMore: false, suggestedPollingIntervalMs: 5 });

function following(steps: [Step, ...Step[]], options: EventsOptions = {}, maxRetries = 4) {
  const { fetch, requests } = scripted(...steps);
  const space = new Parley({ baseUrl: 'http://parley.test', fetch, maxRetries }).space({ spaceId, key: 'k' });
  return { events: space.events(options), requests };
}

async function heard(events: AsyncIterable<SpaceEvent>): Promise<string[]> {
  const told: string[] = [];
  for await (const { type, id } of events) told.push(id === undefined ? type : `${type} ${id}`);
  return told;
}

/** Where each request asked to begin. */
const places = (requests: readonly Request[]) =>
  requests.map(({ url }) => {
    const { pathname, search } = new URL(url);
    return `${pathname.split('/').at(-1)}${decodeURIComponent(search)}`;
  });

describe('a stream', () => {
  test('continues after the last event that it yielded, whether the stream ended or broke', async () => {
    const steps: [Step, ...Step[]] = [saying(ready(2) + message(1)), saying(ready(2) + message(2), 'break'), saying(closed(3))];
    const { events, requests } = following(steps);
    expect(await heard(events)).toEqual(['ready', 'message 1', 'ready', 'message 2', 'space-closed 3']);
    expect(places(requests)).toEqual(['stream', 'stream?lastEventId=1', 'stream?lastEventId=2']);
  });

  test('yields no event twice, even if the service sends it twice', async () => {
    const { events } = following([
      saying(ready(2) + message(1) + message(2)),
      saying(ready(2) + message(1) + message(2) + closed(3)),
    ]);
    expect(await heard(events)).toEqual(['ready', 'message 1', 'message 2', 'ready', 'space-closed 3']);
  });

  test('continues after the head once the replay is complete', async () => {
    const { events, requests } = following([saying(ready(5) + context), saying(closed(6))]);
    expect(await heard(events)).toEqual(['ready', 'context', 'space-closed 6']);
    expect(places(requests)[1]).toBe('stream?lastEventId=5');
  });

  test('repeats the same request when it was cut before the first event', async () => {
    const since = new Date('2026-01-31T12:00:00Z');
    const { events, requests } = following([saying(ready(5)), saying(closed(6))], { since });
    await heard(events);
    const same = 'stream?timestamp=2026-01-31T12:00:00.000Z';
    expect(places(requests)).toEqual([same, same]);
  });

  test("after 'now' begins at the head of the first connection", async () => {
    const { events, requests } = following([unreachable, saying(ready(7)), saying(ready(9) + message(8) + closed(9))], {
      after: 'now',
    });
    expect(await heard(events)).toEqual(['ready', 'ready', 'message 8', 'space-closed 9']);
    const empty = 'stream?timestamp=9999-12-31T23:59:59.999Z';
    expect(places(requests)).toEqual([empty, empty, 'stream?lastEventId=7']);
  });

  test('after a number wins over since', async () => {
    const { events, requests } = following([saying(closed(9))], { after: 8, since: new Date() });
    await heard(events);
    expect(places(requests)).toEqual(['stream?lastEventId=8']);
  });

  test('yields a reset, and then everything from the beginning', async () => {
    const reset = frame('reset', { reason: 'ahead', oldest: 1, head: 2 });
    const { events, requests } = following([saying(ready(2) + reset), saying(ready(2) + message(1) + closed(2))], { after: 40 });
    expect(await heard(events)).toEqual(['ready', 'reset', 'ready', 'message 1', 'space-closed 2']);
    expect(places(requests)).toEqual(['stream?lastEventId=40', 'stream?lastEventId=0']);
  });

  test('is opened anew when it falls silent, but not while its reader takes long', async () => {
    const { events, requests } = following([saying(ready(1) + message(1), 'silence'), saying(closed(2))], { idleMs: 1_000 });
    await events.next();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(requests).toHaveLength(1);
    expect(await heard(events)).toEqual(['message 1', 'space-closed 2']);
    expect(requests).toHaveLength(2);
  });

  test('waits longer after each failure, as long as Retry-After says, and never gives up once it was there', async () => {
    const busy = refusal(429, 'rate_limited', {}, { 'retry-after': '1' });
    const spy = vi.spyOn(globalThis, 'setTimeout');
    const { events } = following([saying(ready(1) + context), unreachable, busy, refusal(503), saying(closed(2))], {}, 1);
    expect(await heard(events)).toEqual(['ready', 'context', 'space-closed 2']);
    const waits = spy.mock.calls.map(([, ms]) => ms!).filter((ms) => ms < 30_000);
    spy.mockRestore();
    const least = [125, 250, 1000, 1000];
    expect(waits).toHaveLength(least.length);
    waits.forEach((ms, i) => expect(ms).toBeGreaterThanOrEqual(least[i]!));
    expect(waits[2]).toBe(1000);
    expect(waits[3]).toBeLessThanOrEqual(2000);
  });

  test('waits after a connection as long as its server said, however it ended, and not after one that said nothing', async () => {
    const spy = vi.spyOn(globalThis, 'setTimeout');
    const told = (ms: number, sequence: number) => ready(sequence).replace('\n', `\nretry: ${ms}\n`);
    const { events } = following([
      saying(told(1_501, 1) + message(1)),
      saying(told(1_502, 2) + message(2), 'break'),
      unreachable,
      saying(ready(3) + message(3)),
      saying(closed(4)),
    ]);
    expect(await heard(events)).toEqual(['ready', 'message 1', 'ready', 'message 2', 'ready', 'message 3', 'space-closed 4']);
    const waits = spy.mock.calls.map(([, ms]) => ms!).filter((ms) => ms < 30_000);
    spy.mockRestore();
    expect(waits.slice(0, 2)).toEqual([1_501, 1_502]);
    expect(waits).toHaveLength(4);
    for (const ms of waits.slice(2)) expect(ms).toBeLessThan(1_500);
  });

  test('a server that asks for a wait of days does not stop a program for days', async () => {
    const realTimeout = globalThis.setTimeout;
    const spy = vi
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation(((call: () => void, ms: number) =>
        ms > 100_000 ? setImmediate(call) : realTimeout(call, ms)) as never);
    const { events } = following([saying(ready(1).replace('\n', '\nretry: 999999999999\n')), saying(closed(2))]);
    expect(await heard(events)).toEqual(['ready', 'space-closed 2']);
    const waits = spy.mock.calls.map(([, ms]) => ms!);
    spy.mockRestore();
    expect(Math.max(...waits)).toBe(300_000);
  });

  test('gives up when the service is not there from the beginning', async () => {
    const { events, requests } = following([unreachable], { after: 3 }, 1);
    await expect(heard(events)).rejects.toThrow(NetworkError);
    expect(requests).toHaveLength(2);
  });

  test('ends when the space is over, and throws when the key was taken or the space is gone', async () => {
    expect(await heard(following([saying(ready(1) + message(1)), over]).events)).toEqual(['ready', 'message 1']);
    await expect(heard(following([saying(ready(1)), refusal(401, 'key_revoked')]).events)).rejects.toThrow(KeyError);
    await expect(heard(following([refusal(404, 'space_not_found')]).events)).rejects.toThrow(NotFoundError);
  });

  test.each(['opening', 'reading', 'pausing'])('ends quietly by its signal while %s', async (while_) => {
    const steps = { opening: silent, reading: saying(ready(1), 'silence'), pausing: unreachable };
    const { events } = following([steps[while_ as keyof typeof steps]], { signal: AbortSignal.timeout(50) }, 99);
    expect(await heard(events)).toEqual(while_ === 'reading' ? ['ready'] : []);
  });

  test('tells of no lost connection when its signal ends it', async () => {
    const told: unknown[] = [];
    const leaving = new AbortController();
    const options = { signal: leaving.signal, onDisconnect: (error: unknown) => void told.push(error) };
    const ended: Step = (request, given) => {
      const response = saying(ready(1))(request, given);
      leaving.abort();
      return response;
    };
    await heard(following([ended], options).events);
    expect(told).toEqual([]);
  });

  test('yields nothing more once its signal was aborted', async () => {
    const leaving = new AbortController();
    const { events } = following([saying(ready(2) + message(1) + message(2), 'silence')], { signal: leaving.signal });
    const told: string[] = [];
    for await (const { type } of events) {
      told.push(type);
      if (type === 'message') leaving.abort();
    }
    expect(told).toEqual(['ready', 'message']);
  });

  test('passes on what its reader throws, and lets the connection go', async () => {
    const { events, requests } = following([saying(ready(1), 'silence')]);
    const reading = async () => {
      for await (const _ of events) throw new Error('mine');
    };
    await expect(reading()).rejects.toThrow('mine');
    expect(requests).toHaveLength(1);
  });
});

describe('listeners are notified of the connection', () => {
  /** Follows, and notes in order what was told of events and of the connection. */
  async function told(steps: [Step, ...Step[]], options: EventsOptions = {}, maxRetries?: number): Promise<string[]> {
    const log: string[] = [];
    const onConnect = () => void log.push('connected');
    const onDisconnect: EventsOptions['onDisconnect'] = (error, waitMs) => {
      expect(waitMs).toBeGreaterThan(0);
      log.push(`disconnected: ${error?.code ?? 'ended'}`);
    };
    const { events } = following(steps, { onConnect, onDisconnect, ...options }, maxRetries);
    for await (const { type } of events) log.push(type);
    return log;
  }

  test('when it is established, lost, still down, and restored', async () => {
    const steps: [Step, ...Step[]] = [saying(ready(1)), unreachable, refusal(503), saying(ready(1) + closed(2))];
    expect(await told(steps)).toEqual([
      ...['connected', 'ready', 'disconnected: ended'],
      ...['disconnected: network', 'disconnected: x'],
      ...['connected', 'ready', 'space-closed'],
    ]);
  });

  test('while polling, too', async () => {
    const log = await told([page(1), unreachable, page(1), page(1, 2), over], { transport: 'poll' });
    expect(log).toEqual(['connected', 'message', 'disconnected: network', 'connected', 'message']);
  });

  test('not of a stream that is given up for polling, nor of an end', async () => {
    expect(await told([json({}), page(1), over])).toEqual(['connected', 'message']);
    expect(await told([saying(ready(1), 'silence')], { signal: AbortSignal.timeout(50) })).toEqual(['connected', 'ready']);
  });

  test('also of what fails before it was ever there, until it is given up', async () => {
    const log: unknown[] = [];
    const { events } = following([unreachable], { onDisconnect: (error) => void log.push(error) }, 1);
    await expect(heard(events)).rejects.toThrow(NetworkError);
    expect(log).toEqual([expect.any(NetworkError)]);
  });
});

describe('polling', () => {
  test.each<[string, Step]>([
    ['no stream', json({})],
    ['a body that cannot be read', () => new Response(null, { headers: { 'content-type': 'text/event-stream' } })],
    ['nothing at all', silent],
  ])('is taken where %s comes through', async (_, step) => {
    const { events, requests } = following([step, page(1, 3), page(), page(4), over], { idleMs: 500 });
    expect(await heard(events)).toEqual(['message 1', 'message 3', 'message 4']);
    expect(places(requests).slice(1)).toEqual(['messages', 'messages?after=3', 'messages?after=3', 'messages?after=4']);
    expect(requests.slice(1).map(({ headers }) => headers.get('prefer'))).toEqual(Array(4).fill('return=minimal'));
  });

  test('waits as long as the service suggests, and not at all while there is more', async () => {
    const spy = vi.spyOn(globalThis, 'setTimeout');
    const suggesting = (sequence: number, hasMore: boolean, suggestedPollingIntervalMs: number) =>
      json({ messages: [{ sequence }], hasMore, suggestedPollingIntervalMs });
    await heard(following([suggesting(1, true, 40), suggesting(2, false, 41), over], { transport: 'poll' }).events);
    const waits = spy.mock.calls.map(([, ms]) => ms);
    spy.mockRestore();
    expect(waits.filter((ms) => ms! < 100)).toEqual([41]);
  });

  test("after 'now' begins at the end of the log, also when it fails right after", async () => {
    const more = json({ messages: [{ sequence: 1 }, { sequence: 2 }], hasMore: true });
    const steps: [Step, ...Step[]] = [more, page(3), unreachable, page(4), over];
    const { events, requests } = following(steps, { transport: 'poll', after: 'now' });
    expect(await heard(events)).toEqual(['message 4']);
    expect(places(requests).slice(0, 4)).toEqual([0, 2, 3, 3].map((after) => `messages?after=${after}`));
  });

  test('continues after failures, and gives up if the service is unreachable from the start', async () => {
    const { events } = following([page(1), refusal(503), page(1, 2), over], { transport: 'poll', since: new Date() });
    expect(await heard(events)).toEqual(['message 1', 'message 2']);
    await expect(heard(following([unreachable], { transport: 'poll' }, 1).events)).rejects.toThrow(NetworkError);
  });
});
