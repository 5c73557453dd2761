import { setTimeout as sleep } from 'node:timers/promises';
import type { EventBody, EventName } from '@parley/core';
import { requestFor, type Input, type Server } from './client.ts';
import { EventReader, type SentEvent } from './event-reader.ts';
import type { Member } from './meeting.ts';

/** A parsed event of a space. */
export type StreamEvent = { [Name in EventName]: { event: Name; id?: number; data: EventBody<Name> } }[EventName];

/** How a stream ended: `cut` if the connection broke or ended within an event. */
export type Ending = 'ended' | 'cut' | 'left';

/** A followed space. */
export interface Stream {
  /** The events so far. */
  events: StreamEvent[];
  ended: Promise<Ending>;
  leave(): void;
}

/** The stream was not opened. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;

  constructor(status: number, text: string) {
    super(`streamMessages answered ${status}: ${text}`);
    this.status = status;
  }
}

/** Follows a space. `hear` gets each event, and can disconnect. */
export async function openStream(
  server: Server,
  member: Member,
  from: Input = {},
  hear: (event: StreamEvent, stream: Stream) => void = () => {},
): Promise<Stream> {
  const { path } = requestFor('streamMessages', member, from);
  const leaving = new AbortController();
  const response = await fetch(server.url + path, { headers: { 'x-private-key': member.key }, signal: leaving.signal });
  if (response.status !== 200) throw new Refused(response.status, await response.text());
  const stream: Stream = { events: [], ended: Promise.resolve('left'), leave: () => leaving.abort() };
  stream.ended = listen(response, leaving.signal, (event) => {
    stream.events.push(event);
    hear(event, stream);
  });
  return stream;
}

const [silenceMs, pauseMs] = [30_000, 20];

/** Everything in the log, as a member sees it, read at once. A server that says nothing for half a minute has dropped the end of it. */
export async function logOf(server: Server, member: Member): Promise<StreamEvent[]> {
  const log: StreamEvent[] = [];
  let [end, heardAt] = [Infinity, performance.now()];
  const stream = await openStream(server, member, { lastEventId: 0 }, (event) => {
    heardAt = performance.now();
    if (event.event === 'ready') end = event.data.sequence;
    if (event.id !== undefined) log.push(event);
  });
  while ((log.at(-1)?.id ?? 0) < end && performance.now() - heardAt < silenceMs) await sleep(pauseMs);
  stream.leave();
  return log;
}

async function listen(response: Response, left: AbortSignal, hear: (event: StreamEvent) => void): Promise<Ending> {
  const reader = new EventReader();
  try {
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
      for (const sent of reader.take(text)) {
        if (!left.aborted) hear(understood(sent));
      }
    }
  } catch {
    return left.aborted ? 'left' : 'cut';
  }
  if (left.aborted) return 'left';
  return reader.isWithin ? 'cut' : 'ended';
}

const understood = ({ event, id, data }: SentEvent): StreamEvent =>
  ({ event, data: JSON.parse(data) as unknown, ...(id !== undefined && { id: Number(id) }) }) as StreamEvent;
