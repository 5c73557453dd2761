import type { EventBody, EventName } from '@parley/core';
import type { Following, Sink } from '../../engine/stream/follow.ts';
import type { LoggedEvent } from '../../engine/stream/logged.ts';
import { retryLine, type Notice } from '../../engine/stream/notice.ts';

/** The id of events that precede everything in the log. */
const start = 'start';

/** A client that resumes from the start repeats its first request. */
export function fromTheStart({ lastEventId, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return lastEventId === start || lastEventId === undefined ? rest : { ...rest, lastEventId };
}

export const pingFrame = Buffer.from('event: ping\ndata: \n\n');
const returnFrame = Buffer.from('event: return\ndata: \n\n');

/** What a refused subscription receives: its client reports the error, and connects again if the fault is ours. */
export const refusedWith = (error: object): string => `${connected()}event: serialized-error\ndata: ${JSON.stringify(error)}\n\n`;

const connected = (): string => `event: connected\n${retryLine()}data: {}\n\n`;

interface Told {
  event: EventName;
  json: string;
  id: number | string;
}

const shared = new Map<object, { id: number | string; frames: Buffer }>();

/** Encodes what is told once for all subscriptions that are told it in this turn. */
function framesOf(source: object, told: readonly Told[]): Buffer {
  const { id } = told.at(-1)!;
  const known = shared.get(source);
  if (known?.id === id) return known.frames;
  const frames = Buffer.from(told.map(framed).join(''));
  if (shared.size === 0) queueMicrotask(() => shared.clear());
  shared.set(source, { id, frames });
  return frames;
}

/** The JSON of notices contains line breaks, which would end the field. */
const framed = ({ event, json, id }: Told): string =>
  `id: ${id}\ndata: {"event":"${event}","data":${json.replaceAll('\n', '')}}\n\n`;

/** Frames the events of a space as tRPC does. Every event carries the id to resume from. */
export class Subscribed implements Sink {
  readonly #inner: Sink;
  /** The sequence up to which the log was delivered; unknown while the past is read from an instant. */
  #delivered: number | undefined;
  #head = 0;

  constructor(inner: Sink, from: Following['from']) {
    this.#inner = inner;
    if (from && 'after' in from) this.#delivered = from.after;
    inner.deliver([], Buffer.from(connected()));
  }

  get closed(): boolean {
    return this.#inner.closed;
  }

  get gone(): Promise<void> {
    return this.#inner.gone;
  }

  deliver(events: readonly LoggedEvent[]): void {
    if (events.length === 0) return;
    this.#delivered = events.at(-1)!.sequence;
    this.#inner.deliver(
      events,
      framesOf(
        events,
        events.map(({ event, json, sequence: id }) => ({ event, json, id })),
      ),
    );
  }

  notify(notice: Notice): void {
    const { event, json } = notice;
    if (event === 'ready') this.#head = (JSON.parse(json) as EventBody<'ready'>).sequence;
    if (event === 'reset') this.#delivered = 0;
    // It follows the replay of everything up to the opening of the stream, even if none of it was for this reader.
    if (event === 'context') this.#delivered = Math.max(this.#delivered ?? 0, this.#head);
    this.#inner.deliver([], framesOf(notice, [{ event, json, id: this.#delivered ?? start }]));
  }

  live = (): void => this.#inner.live();
  room = async (): Promise<void> => this.#inner.room();

  /** Without this last frame the client resumes, as it should when this process stops. */
  complete(): void {
    if (!this.closed) this.#inner.deliver([], returnFrame);
  }

  end = (): void => this.#inner.end();
}
