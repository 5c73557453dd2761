import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type ConnectionOptions, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { within } from '../async/within.ts';
import type { Head } from '../store/heads.ts';
import { coalescing, decode, type Bus } from './bus.ts';

const subject = 'parley.wake';
const connectMs = 2_000;
/** The pause between two tries to connect, with as much again at random. */
const againMs = 500;
/** A connection over which nothing comes back is given up after two of these. */
const pingMs = 5_000;
/** How long a notification can take before the next ones wait no longer for it. */
const answerMs = 500;

/**
 * NATS is optional at run time: while it is unreachable, polling replaces the lost notifications. It connects and reconnects in the
 * background. Notifications are published to nobody in particular and kept nowhere.
 */
export function natsBus(url: string, notify: (head: Head) => void, log: Pick<Logger, 'info' | 'warn'>): Bus {
  const closing = new AbortController();
  let connection: NatsConnection | undefined;
  let isAway: boolean | undefined;
  const away = (err: unknown) => {
    connection = undefined;
    if (!isAway && !closing.signal.aborted) log.warn({ err }, 'NATS is unreachable; retrying in the background');
    isAway = true;
  };

  async function stayConnected(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        const opened = await connect(optionsFor(url));
        opened.subscribe(subject, { callback: (_, message) => decode(message.string()).forEach(notify) });
        connection = opened;
        // It was aborted while this connected.
        if (closing.signal.aborted) await opened.close();
        if (isAway) log.info('NATS is reachable');
        isAway = false;
        away((await opened.closed()) ?? new Error('the connection ended'));
      } catch (error) {
        away(error);
      }
      await sleep(againMs * (1 + Math.random()), undefined, { signal: closing.signal }).catch(ignored);
    }
  }

  const connected = stayConnected();
  const { publish, drained } = coalescing(async (payload) => {
    connection?.publish(subject, payload);
    await within(answerMs, connection?.flush() ?? Promise.resolve());
  }, ignored);
  return {
    publish(head) {
      if (connection) publish(head);
    },
    isUp: () => connection !== undefined,
    async close() {
      await drained();
      closing.abort();
      await connection?.close();
      await connected;
    },
  };
}

/** Connects to NATS once; rejects if it cannot be reached, or refuses the credentials. */
export async function tryNats(url: string): Promise<void> {
  const connection = await connect(optionsFor(url));
  await connection.close();
}

/** The client ignores the credentials of a URL. Alone, a user is a token. */
function optionsFor(url: string): ConnectionOptions {
  const { host, username, password, protocol } = new URL(url);
  const user = decodeURIComponent(username);
  return {
    servers: host,
    ...(protocol === 'tls:' && { tls: {} }),
    ...(password !== '' && { user, pass: decodeURIComponent(password) }),
    ...(password === '' && user !== '' && { token: user }),
    name: 'parley',
    noEcho: true,
    reconnect: false,
    timeout: connectMs,
    pingInterval: pingMs,
  };
}

/** A notification that is lost is repaired by polling. */
const ignored = (): void => {};
