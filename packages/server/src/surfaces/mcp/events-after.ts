import type { EventPage } from '@parley/mcp';
import { follow, type Following, type Sink, type Source } from '../../engine/stream/follow.ts';
import type { LoggedEvent } from '../../engine/stream/logged.ts';
import type { Notice } from '../../engine/stream/notice.ts';
import type { Calls } from '../../call/procedures/procedure.ts';
import type { CallMetadata } from '../../call/metadata.ts';

/** The limit of one answer; the next call continues. */
const most = { events: 100, characters: 128 * 1024 };

interface EventsRequest {
  spaceId: unknown;
  metadata: CallMetadata;
  after: number | undefined;
  waitMs: number;
  signal: AbortSignal;
}

/** What happened in a space after a sequence; waits for the first event, if there is none yet. */
export async function eventsAfter(
  { follow: permit, source }: Pick<Calls, 'follow'> & { source: Source },
  { spaceId, metadata, after, waitMs, signal }: EventsRequest,
): Promise<EventPage> {
  const following = await permit({ spaceId }, metadata);
  const head = (await source.heads.current(following.spaceId))?.sequence ?? 0;
  const from = Math.min(after ?? head, head);
  const { participantId } = following.viewer;
  const { events, sequence } = await collect(following, source, { from, waitMs, signal });
  return {
    participantId,
    events: events.map(({ event, json }) => ({ event, data: JSON.parse(json) as Record<string, unknown> })),
    sequence,
  };
}

/** What a caller can see after a sequence that the log has reached, as far as it fits into one answer. */
export async function collect(
  following: Following,
  source: Source,
  { from, waitMs, signal }: Pick<EventsRequest, 'waitMs'> & { from: number; signal?: AbortSignal },
): Promise<Collected> {
  const collector = new Collector(from, waitMs);
  const leave = () => collector.end();
  signal?.addEventListener('abort', leave, { once: true });
  try {
    if (!signal?.aborted && !source.feed.closed) await follow({ ...following, from: { after: from } }, () => collector, source);
  } finally {
    signal?.removeEventListener('abort', leave);
    collector.end();
  }
  return collector;
}

export interface Collected {
  readonly events: readonly LoggedEvent[];
  /** Of the last of them. */
  readonly sequence: number;
  /** It contains everything up to the present. */
  readonly isWhole: boolean;
}

/** Takes the events of the past, or the first that happen while it waits. */
class Collector implements Sink, Collected {
  readonly gone: Promise<void>;
  readonly events: LoggedEvent[] = [];
  sequence: number;
  closed = false;
  isWhole = false;
  readonly #waitMs: number;
  #characters = 0;
  #timer: NodeJS.Timeout | undefined;
  #leave = () => {};

  constructor(from: number, waitMs: number) {
    this.sequence = from;
    this.#waitMs = waitMs;
    this.gone = new Promise((resolve) => (this.#leave = resolve));
  }

  deliver: Sink['deliver'] = (events) => {
    for (const event of events) {
      if (this.closed) return;
      this.events.push(event);
      this.sequence = event.sequence;
      this.#characters += event.json.length;
      if (this.events.length >= most.events || this.#characters >= most.characters) this.end();
    }
    // After waiting, the first events are enough.
    if (this.#timer) this.end();
  };

  /** Notices describe the state of the space, not what happened. */
  notify(_notice: Notice): void {}

  live(): void {
    this.isWhole = true;
    if (this.events.length > 0 || this.#waitMs === 0) return this.end();
    this.#timer = setTimeout(() => this.end(), this.#waitMs);
  }

  async room(): Promise<void> {}

  end(): void {
    this.closed = true;
    clearTimeout(this.#timer);
    this.#leave();
  }
}
