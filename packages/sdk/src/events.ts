import { KeyError, NetworkError, ParleyError, TimeoutError } from './errors.ts';
import { retriable, waitMs, type Http } from './http.ts';
import { serverEvents } from './sse.ts';
import { anyOf, pause, within } from './time.ts';
import type { DateTime, SpaceEvent } from './types.ts';

/** Where to begin, and how to listen. */
export interface EventsOptions {
  /**
   * Only what came after this place in the log (a `sequence` or an event's `id`), or only what comes from `'now'` on. Default: all
   * messages there are, then everything.
   */
  after?: number | 'now' | undefined;
  /** Only messages after this instant, then everything. `after` wins over it. */
  since?: Date | string | undefined;
  /** Ends the iteration quietly. */
  signal?: AbortSignal | undefined;
  /** `stream` by default; `poll` tells messages only, and is taken by itself where streams do not come through. */
  transport?: 'stream' | 'poll' | undefined;
  /** Milliseconds without a sign of life after which a stream is opened anew; default 45,000. The service speaks every 15,000. */
  idleMs?: number | undefined;
  /** Called when the service is reached: at first, and each time after a loss. */
  onConnect?: (() => void) | undefined;
  /**
   * Called when a try failed or a connection was lost, before the wait of `waitMs` milliseconds for the next one; without an error
   * when the service ended the stream.
   */
  onDisconnect?: ((error: ParleyError | undefined, waitMs: number) => void) | undefined;
}

interface Following {
  http: Http;
  spaceId: string;
  key: string;
  signal: AbortSignal;
  idleMs: number;
  now: boolean;
  /** Place in the log up to which everything was told. */
  last: number | undefined;
  since: DateTime | undefined;
  /** The service answered. */
  connected(): void;
}

type Source = AsyncGenerator<SpaceEvent, void, undefined>;

/** No instant a message could have: the replay after it is empty. */
const never = '9999-12-31T23:59:59.999Z';
const longEnoughMs = 10_000;

/**
 * Follows a space: every event once and in order, over as many connections as it takes. Ends when the space is over or the
 * signal says so; throws {@link KeyError} when the key was revoked.
 */
export async function* follow(
  { http, spaceId, key }: Pick<Following, 'http' | 'spaceId' | 'key'>,
  options: EventsOptions,
): Source {
  const { after, since, idleMs = 45_000, onConnect, onDisconnect } = options;
  let isReached = false;
  let isConnected = false;
  const signal = anyOf(options.signal, http.options.signal);
  const following: Following = {
    ...{ http, spaceId, key, signal, idleMs },
    now: after === 'now',
    last: typeof after === 'number' ? after : undefined,
    since: after === 'now' ? never : since && new Date(since).toISOString(),
    connected: () => {
      if (!isConnected) onConnect?.();
      isReached = isConnected = true;
    },
  };
  let source = options.transport === 'poll' ? poll : stream;
  for (let tries = 0; ; tries += 1) {
    const opened = Date.now();
    let failure: ParleyError | undefined;
    try {
      for await (const event of source(following)) {
        const { type, id } = event;
        if (id !== undefined) {
          // After a reconnect the service replays exactly what is missing; this holds even if it does not.
          if (id <= (following.last ?? 0)) continue;
          following.last = id;
          tries = 0;
        }
        yield event;
        if (type === 'space-closed' || signal.aborted) return;
      }
    } catch (error) {
      if (error instanceof KeyError && error.code === 'key_expired') return;
      if (signal.aborted) return;
      if (source === stream && (error instanceof NoStream || (error instanceof TimeoutError && !isReached))) {
        source = poll;
        continue;
      }
      if (!retriable(error) || (!isReached && tries >= http.maxRetries)) throw error;
      failure = error;
    }
    if (Date.now() - opened > longEnoughMs) tries = 0;
    const ms = waitMs(failure, tries);
    isConnected = false;
    onDisconnect?.(failure, ms);
    await pause(ms, signal).catch(() => {});
    if (signal.aborted) return;
  }
}

/** This runtime, or something between it and the service, does not let streams through. */
class NoStream extends Error {}

/** One connection: what was missed, then what comes. */
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
  try {
    for await (const { type, id, data } of serverEvents(body, idleMs)) {
      const event = { type, id: id === '' ? undefined : Number(id), data: JSON.parse(data) } as SpaceEvent;
      if (event.type === 'ready') {
        following.connected();
        head = event.data.sequence;
        if (following.now) following.last ??= head;
      }
      if (event.type === 'reset') following.last = 0;
      // It comes when all up to the head is told, also if that was nothing: a later connection must not begin before it.
      if (event.type === 'context') following.last = Math.max(following.last ?? 0, head);
      yield event;
    }
  } catch (cause) {
    throw cause instanceof ParleyError ? cause : new NetworkError('The stream was cut off', { code: 'network', cause });
  }
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
    // There is no shorter way to the end of the log than through it.
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
    if (!hasMore) await pause(suggestedPollingIntervalMs, signal);
  }
}
