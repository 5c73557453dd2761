import { assertOptions, dateTimeOf } from './arguments.ts';
import { notParley } from './body.ts';
import { hasEnded, networkError, ParleyError, TimeoutError } from './errors.ts';
import { retriable, waitMs, type Http } from './http.ts';
import type { SpaceKey } from './key.ts';
import { serverEvents } from './sse.ts';
import { anyOf, pause, reasonable, within } from './time.ts';
import type { DateTime, EventData } from './types.ts';

/**
 * Where to start, and how to follow.
 * @see docs/sdk.md#events
 */
export interface EventsOptions {
  /**
   * Start after this position in the event log (a `sequence`, or the `id` of an event), or `'now'` to skip the past. Default: all past
   * messages, then every new event.
   */
  after?: number | 'now' | undefined;
  /** Start with the messages after this time, then every new event. `after` takes precedence. */
  since?: Date | string | undefined;
  /** Ends the iteration without an error. */
  signal?: AbortSignal | undefined;
  /** Default: `stream`. `poll` yields messages only; the client switches to it by itself where streams do not work. */
  transport?: 'stream' | 'poll' | undefined;
  /** Reconnect after this many milliseconds of silence; default 45,000. The service sends something every 15,000. */
  idleMs?: number | undefined;
  /** Called when the client has connected: at the start, and after each reconnection. */
  onConnect?: (() => void) | undefined;
  /**
   * Called when a connection failed or was lost, before the client waits `waitMs` milliseconds and reconnects. There is no error when
   * the service ended the stream.
   */
  onDisconnect?: ((error: ParleyError | undefined, waitMs: number) => void) | undefined;
}

/** Refuses wrong options when `events` is called, not when the iteration starts. */
export const assertEventsOptions = (options: EventsOptions): void =>
  assertOptions(
    {
      after: 'place?',
      since: 'instant?',
      signal: 'signal?',
      transport: 'transport?',
      idleMs: 'ms?',
      onConnect: 'function?',
      onDisconnect: 'function?',
    },
    options,
  );

/** How a space is followed. */
interface Following {
  http: Http;
  spaceId: string;
  /** The key of the present connection. */
  key: string;
  signal: AbortSignal;
  idleMs: number;
  now: boolean;
  /** Position in the log up to which every event has been yielded. */
  last: number | undefined;
  since: DateTime | undefined;
  /** How long to wait after the present connection, so that not all clients of a stopped server come back at once. */
  retryMs: number | undefined;
  /** Called when the service has answered. */
  connected(): void;
}

/** As the service sends it. */
type SentEvent = { [Type in keyof EventData]: { type: Type; id: number | undefined; data: EventData[Type] } }[keyof EventData];
type Source = AsyncGenerator<SentEvent, void, undefined>;

/** Later than any message, so the replay after it is empty. */
const never = '9999-12-31T23:59:59.999Z';
const longEnoughMs = 10_000;

/**
 * Follows a space over as many connections as it takes: every event once and in order. Ends when the space ends or the signal is
 * aborted; throws {@link KeyError} when the key was revoked.
 */
export async function* follow(
  { http, spaceId, key }: Pick<Following, 'http' | 'spaceId'> & { key: SpaceKey },
  options: EventsOptions,
): Source {
  const { after, since, idleMs = 45_000, onConnect, onDisconnect } = options;
  let isReached = false;
  let isConnected = false;
  const signal = anyOf(options.signal, http.options.signal);
  const following: Following = {
    ...{ http, spaceId, key: key.present, signal, idleMs },
    now: after === 'now',
    last: typeof after === 'number' ? after : undefined,
    since: after === 'now' ? never : dateTimeOf(since),
    retryMs: undefined,
    connected: () => {
      if (!isConnected) onConnect?.();
      isReached = isConnected = true;
    },
  };
  let source = options.transport === 'poll' ? poll : stream;
  for (let tries = 0; ; tries += 1) {
    const opened = Date.now();
    let failure: ParleyError | undefined;
    following.key = key.present;
    following.retryMs = undefined;
    try {
      for await (const event of source(following)) {
        const { type, id } = event;
        if (id !== undefined) {
          // The service replays exactly what is missing, but each event must be yielded once even if it does not.
          if (id <= (following.last ?? 0)) continue;
          following.last = id;
          tries = 0;
        }
        yield event;
        if (type === 'space-closed' || signal.aborted) return;
      }
    } catch (error) {
      if (hasEnded(error)) return;
      if (signal.aborted) return;
      if (await key.wasReplaced(following.key, error)) continue;
      if (source === stream && (error instanceof NoStream || (error instanceof TimeoutError && !isReached))) {
        source = poll;
        continue;
      }
      if (!retriable(error) || (!isReached && tries >= http.maxRetries)) throw error;
      failure = error;
    }
    if (signal.aborted) return;
    if (Date.now() - opened > longEnoughMs) tries = 0;
    // Whoever replaced its own key is not one of many.
    const asked = key.present === following.key ? reasonable(following.retryMs, 0) : 0;
    const ms = Math.max(waitMs(failure, tries), asked);
    isConnected = false;
    http.logger?.warn(`Parley: ${failure?.message ?? 'The service ended the stream'}. Reconnecting in ${ms} ms`);
    onDisconnect?.(failure, ms);
    await pause(ms, signal).catch(() => {});
    if (signal.aborted) return;
  }
}

/** The runtime, or a proxy in front of the service, does not support streams. */
class NoStream extends Error {}

/** One connection: the missed events, then new ones. */
async function* stream(following: Following): Source {
  const { http, spaceId, key, signal, idleMs, last, since } = following;
  const from = last === undefined ? { timestamp: since } : { lastEventId: String(last) };
  const input = { spaceId, ...from };
  const { body, headers } = await within(idleMs, (late) => http.open('streamMessages', input, key, { signal }, late));
  if (!body || !headers.get('content-type')?.startsWith('text/event-stream')) {
    await body?.cancel();
    throw new NoStream();
  }
  let head = 0;
  let me: string | undefined;
  try {
    for await (const { type, id, data, retryMs } of serverEvents(body, idleMs, http.baseUrl)) {
      following.retryMs = retryMs;
      const event = eventOf(type, id, data, http.baseUrl);
      if (event.type === 'ready') {
        following.connected();
        me = event.data.participantId;
        head = event.data.sequence;
        if (following.now) following.last ??= head;
      }
      if (event.type === 'reset') following.last = 0;
      // The service ends the stream because this participant is gone; the next request says why.
      if (event.type === 'participant-status' && event.data.participant?.participantId === me && isGone(event.data.status))
        following.retryMs = undefined;
      // It follows the replay, which may be empty: a later connection must not start before the head.
      if (event.type === 'context') following.last = Math.max(following.last ?? 0, head);
      yield event;
    }
  } catch (cause) {
    throw cause instanceof ParleyError ? cause : networkError('The stream was cut off', cause);
  }
}

const isGone = (status: string): boolean => status === 'kicked' || status === 'left';

function eventOf(type: string, id: string, text: string, server: string): SentEvent {
  const number = id === '' ? undefined : Number(id);
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    // Refused below.
  }
  if (typeof data !== 'object' || data === null || Number.isNaN(number)) throw notParley(server, 'its events are others');
  return { type, id: number, data } as SentEvent;
}

/** Messages only, page by page. */
async function* poll(following: Following): Source {
  const { http, spaceId, key, signal, since } = following;
  const page = async (place: { after: number } | { timestamp: DateTime | undefined }) => {
    const answer = await http.call('listMessages', { spaceId, ...place }, key, { signal, maxRetries: 0, minimal: true });
    following.connected();
    return answer;
  };
  if (following.now && following.last === undefined) {
    // Only reading all messages finds the end of the log.
    let end = 0;
    for (let more = true; more;) {
      const { messages, hasMore } = await page({ after: end });
      end = messages.at(-1)?.sequence ?? end;
      more = hasMore;
    }
    following.last = end;
  }
  for (;;) {
    const place = following.last === undefined ? { timestamp: since } : { after: following.last };
    const { messages, hasMore, suggestedPollingIntervalMs } = await page(place);
    for (const data of messages) yield { type: 'message', id: data.sequence, data };
    if (!hasMore) await pause(reasonable(suggestedPollingIntervalMs, 2_000), signal);
  }
}
