import type { EventBody, EventName } from '@parley/core';
import { requestFor, type Input, type Server } from './client.ts';
import type { Member } from './meeting.ts';

export type StreamEvent = { [Name in EventName]: { event: Name; id?: number; data: EventBody<Name> } }[EventName];

/** `cut` when the connection broke, or ended within an event. */
export type Ending = 'ended' | 'cut' | 'left';

export interface Stream {
  /** What was heard so far. */
  events: StreamEvent[];
  ended: Promise<Ending>;
  leave(): void;
}

export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;

  constructor(status: number, text: string) {
    super(`streamMessages answered ${status}: ${text}`);
    this.status = status;
  }
}

/** Follows a space. `hear` gets each event as it comes, and may leave. */
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

async function listen(response: Response, left: AbortSignal, hear: (event: StreamEvent) => void): Promise<Ending> {
  let unread = '';
  try {
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
      const frames = (unread + text).split('\n\n');
      unread = frames.pop()!;
      for (const event of frames.flatMap((frame) => eventIn(frame) ?? [])) {
        if (!left.aborted) hear(event);
      }
    }
  } catch {
    return left.aborted ? 'left' : 'cut';
  }
  if (left.aborted) return 'left';
  return unread === '' ? 'ended' : 'cut';
}

function eventIn(frame: string): StreamEvent | undefined {
  const lines = frame.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]);
  const fields = new Map(lines);
  if (!fields.has('data')) return undefined;
  const data = lines.flatMap(([name, text]) => (name === 'data' ? text : [])).join('\n');
  const id = fields.get('id');
  return { event: fields.get('event'), data: JSON.parse(data) as unknown, ...(id && { id: Number(id) }) } as StreamEvent;
}
