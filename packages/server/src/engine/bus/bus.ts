import { randomUUID } from 'node:crypto';
import type { Listening, Notifier, Notify } from '../store/notifier.ts';
import type { Head } from '../store/heads.ts';

/** Sends notifications to the other processes. A process that misses one notices a second later when it polls. */
export interface Bus {
  publish(head: Head): void;
  /** Whether notifications arrive, as far as this process knows. */
  isUp(): boolean;
  close(): Promise<void>;
}

export const localBus: Bus = { publish() {}, isUp: () => true, async close() {} };

const channel = 'parley_wake';
/** PostgreSQL refuses payloads of 8,000 bytes or more. */
const headsPerPayload = 100;

const encode = (heads: readonly Head[]): string =>
  heads.map(({ spaceId, rev, sequence, lastMs }) => `${spaceId} ${rev} ${sequence} ${lastMs}`).join('\n');

export const decode = (payload: string): Head[] =>
  payload.split('\n').map((line) => {
    const [spaceId = '', rev, sequence, lastMs] = line.split(' ');
    return { spaceId, rev: Number(rev), sequence: Number(sequence), lastMs: Number(lastMs) };
  });

/** Keeps only the newest head of each space until `send` is free again, so that many commits cause few notifications. */
export function coalescing(send: (payload: string) => Promise<unknown>, failed: (error: unknown) => void) {
  const waiting = new Map<string, Head>();
  let sending: Promise<void> | undefined;

  const drain = async () => {
    while (waiting.size > 0) {
      const heads = [...waiting.values()].slice(0, headsPerPayload);
      for (const { spaceId } of heads) waiting.delete(spaceId);
      try {
        await send(encode(heads));
      } catch (error) {
        failed(error);
      }
    }
    sending = undefined;
  };

  return {
    publish(head: Head) {
      waiting.set(head.spaceId, head);
      sending ??= new Promise<void>((resolve) => setImmediate(() => resolve(drain())));
    },
    drained: () => sending ?? Promise.resolve(),
  };
}

const greeting = 'hello';
const reply = 'here';
const check = 'heard';
/** Behind a pool of transactions one check can arrive, by chance, while the pool carries a statement of the connection that listens. */
const checks = 3;
/**
 * Checks come back within 5 s, even from a database that is busy. Counted in looks, because this process can stand still itself; not at
 * full seconds, when the connection that listens asks again.
 */
const [lookMs, deafLooks] = [700, checks + 7];

export interface BusListener {
  failed(error: unknown): void;
  /** Called when notifications do not arrive, as behind a pool of transactions. */
  deaf(): void;
}

/**
 * LISTEN and NOTIFY, always after the commit: inside the transaction, NOTIFY would serialize all commits of the server.
 * A process that starts to listen sends a greeting, and the others reply, so that each knows that it is not alone. Until then
 * it sends nothing. `knock` notifies through a connection that does not listen.
 */
export async function postgresBus(
  open: (listening: Listening) => Promise<Notifier>,
  changed: (head: Head) => void,
  { failed, deaf, knock }: BusListener & { knock: (channel: string, payload: string) => Promise<unknown> },
): Promise<Bus> {
  const self = randomUUID();
  let alone = true;
  let heard = 0;
  const say = (word: string, notify: Notify) => void notify(`${word} ${self}`).catch(failed);
  const hear = (payload: string, notify: Notify) => {
    const [word, who] = payload.split(' ', 2);
    if (word === check) {
      if (who === self && (heard += 1) === checks) clearInterval(late);
      return;
    }
    if (word !== greeting && word !== reply) return decode(payload).forEach(changed);
    if (who === self) return;
    alone = false;
    if (word === greeting) say(reply, notify);
  };
  const { notify, isListening, close } = await open({ channel, hear, began: (notify) => say(greeting, notify), failed });
  const { publish, drained } = coalescing(notify, failed);
  let looks = 0;
  const late = setInterval(() => {
    looks += 1;
    if (looks <= checks) knock(channel, `${check} ${self}`).catch(failed);
    if (looks < deafLooks) return;
    clearInterval(late);
    deaf();
  }, lookMs).unref();
  return {
    publish(head) {
      if (!alone) publish(head);
    },
    isUp: isListening,
    async close() {
      clearInterval(late);
      await drained();
      await close();
    },
  };
}
