import { repeat } from '../async/repeat.ts';
import { NoAnswer, within } from '../async/within.ts';
import { connect, type Client } from './client.ts';

export type Notify = (payload: string) => Promise<unknown>;

export interface Notifier {
  notify: Notify;
  /** Whether the database confirmed it a moment ago. */
  isListening(): boolean;
  close(): Promise<void>;
}

export interface Listening {
  channel: string;
  hear(payload: string, notify: Notify): void;
  /** Called whenever a connection starts to listen: the first one, and each replacement of a lost one. */
  began(notify: Notify): void;
  failed(error: unknown): void;
}

const askAgainMs = 1_000;
/** Several unconfirmed tries in a row. */
const silentMs = 5_000;

/**
 * LISTEN and NOTIFY on a dedicated connection. `listen` of postgres.js gives up permanently if the database is unreachable when
 * it reconnects. Therefore a new connection replaces a lost one, and tries to listen every second.
 */
export async function openNotifier(url: string, { channel, hear, began, failed }: Listening): Promise<Notifier> {
  let closing = false;
  let client = open();
  let listening: typeof client | undefined;
  let confirmedAt = -Infinity;
  const notify: Notify = (payload) => client.notify(channel, payload);

  function open() {
    const onnotify = (_channel: string, payload: string) => hear(payload, notify);
    const made: Client = connect(url, 1, {}, { onnotify, onclose: () => lose(made) });
    return made;
  }
  function lose(broken: Client): void {
    if (client !== broken || closing) return;
    client = open();
    void broken.end({ timeout: 1 });
  }
  async function listen(): Promise<void> {
    const asked = client;
    try {
      await within(silentMs, asked.unsafe(`listen ${channel}`));
    } catch (error) {
      // The network can have lost the connection without a word.
      if (error instanceof NoAnswer) lose(asked);
      throw error;
    }
    confirmedAt = performance.now();
    if (listening === asked) return;
    listening = asked;
    began(notify);
  }

  await listen();
  const again = repeat({ everyMs: askAgainMs, work: listen, failed });
  return {
    notify: (payload) => notify(payload),
    isListening: () => performance.now() - confirmedAt < silentMs,
    async close() {
      closing = true;
      const stopped = again.stop();
      await client.end({ timeout: 5 });
      await stopped;
    },
  };
}
