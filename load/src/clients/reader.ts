import { setTimeout as sleep } from 'node:timers/promises';
import { openStream, Refused, type Member, type Message, type StreamEvent } from '@parley/testing';
import type { View } from '../history/history.ts';
import type { Client } from './client.ts';
import type { Target } from './exchange.ts';

const pauseMs = 100;

export interface Reader extends View {
  events: StreamEvent[];
  polled: Message[];
  /** Why its stream ended, each time, with the status if it was not opened. */
  ends: { why: string; status?: number }[];
}

/** The newest event that came by stream. */
export const lastOf = ({ events }: View): number => events.at(-1)?.id ?? 0;

/** Reads streams of a space at a server, and continues where the last one stopped, like an `EventSource`. */
export async function follow({ member, over }: Client<Member>, server: Target, reader: Reader): Promise<void> {
  for (; !over.aborted; await sleep(pauseMs)) {
    const end: Reader['ends'][number] = { why: 'the stream was cut' };
    try {
      const stream = await openStream(server, member, { lastEventId: lastOf(reader) }, (event) => {
        if (event.id !== undefined) reader.events.push(event);
      });
      if (over.aborted) stream.leave();
      over.addEventListener('abort', stream.leave);
      await stream.ended;
      over.removeEventListener('abort', stream.leave);
    } catch (error) {
      end.why = `the stream broke: ${(error as Error).message}`;
      if (error instanceof Refused) end.status = error.status;
    }
    if (!over.aborted) reader.ends.push(end);
  }
}

/** Reads the messages of a space by polls. */
export async function poll(client: Client<Member>, { polled }: Reader, everyMs = pauseMs): Promise<void> {
  for (let cursor: string | undefined; !client.over.aborted; await sleep(everyMs)) {
    const { body } = await client.ask('listMessages', { timestamp: cursor, limit: 100 });
    if (!body) continue;
    polled.push(...body.messages);
    ({ cursor } = body);
  }
}
