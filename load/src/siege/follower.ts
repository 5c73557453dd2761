import { get, type ClientRequest } from 'node:http';
import { EventReader, type SentEvent } from '@parley/testing';
import type { Target } from './target.ts';

const pauseMs = 500;

export interface Follower {
  /** Numbers of the messages, in order of arrival. */
  seen: readonly number[];
  errors: readonly string[];
  stop(): void;
}

/** Follows a space whose messages are numbers, and resumes a broken stream like an `EventSource`. */
export function follow(target: Target, { from, path, key }: { from: string; path: string; key: string }): Follower {
  const [seen, errors]: [number[], string[]] = [[], []];
  let isOver = false;
  let lastEventId = '';
  let asking: ClientRequest;

  const broke = (why: string) => {
    if (isOver) return;
    errors.push(`the stream ${why}`);
    setTimeout(open, pauseMs);
  };
  const open = () => {
    if (isOver) return;
    const headers = { 'x-private-key': key, ...(lastEventId && { 'last-event-id': lastEventId }) };
    asking = get({ ...target, localAddress: from, path, headers, agent: false });
    asking.once('error', ({ message }) => broke(`broke: ${message}`));
    asking.once('response', (response) => {
      if (response.statusCode !== 200) return asking.destroy(new Error(`status ${response.statusCode}`));
      const reader = new EventReader();
      response.setEncoding('utf8').on('data', (text: string) => {
        for (const event of reader.take(text)) hear(event);
      });
      response.once('error', () => {}).once('close', () => broke('was cut'));
    });
  };
  const hear = ({ event, id, data }: SentEvent) => {
    lastEventId = id ?? lastEventId;
    const number = event === 'message' && /"content":"(\d+)"/.exec(data)?.[1];
    if (number) seen.push(Number(number));
  };
  open();
  return {
    seen,
    errors,
    stop() {
      isOver = true;
      asking.destroy();
    },
  };
}
