import { setTimeout as sleep } from 'node:timers/promises';
import type { Member } from '@parley/testing';
import { until } from '../process/concurrency.ts';
import type { Client } from './client.ts';
import { startReceiver } from './receiver.ts';

const patienceMs = 20_000;
const pauseMs = 1_000;
/** Every so many messages, the address is set again, so that verifications are measured too. */
const messagesPerAddress = 4;

/** How long honest wake-ups took, from the answer to what caused them; `missing` never came. */
export interface Woken {
  signalsMs: number[];
  verificationsMs: number[];
  missing: number;
}

/** A participant with a wake address on a host is sent a message a second by another one, until their work is over. */
export async function wake(sleeper: Client<Member>, sender: Client<Member>, host: string, woken: Woken): Promise<void> {
  const arrived = new Set<string>();
  let calls = 0;
  const { url, stop } = await startReceiver(host, ({ type, messageId, challenge }, response) => {
    arrived.add(type === 'wake.verify' ? `verification ${calls}` : messageId);
    response.end(JSON.stringify({ challenge }));
  });
  const arrives = async (what: string, latenciesMs: number[], start: number) => {
    if (await until(() => arrived.has(what), patienceMs, 5)) latenciesMs.push(performance.now() - start);
    else woken.missing += 1;
  };
  const verify = async () => {
    calls += 1;
    const start = performance.now();
    await sleeper.ask('putWake', { url });
    await arrives(`verification ${calls}`, woken.verificationsMs, start);
  };
  const signal = async () => {
    const start = performance.now();
    const { body } = await sender.ask('sendMessage', { content: 'Wake up', to: [sleeper.member.id], expects: 'nothing' });
    if (!body) return;
    await arrives(body.messageId, woken.signalsMs, start);
    await sleeper.ask('claimDelivery');
  };
  for (let i = 0; !sleeper.isOver; i += 1) {
    await (i % (messagesPerAddress + 1) === 0 ? verify() : signal());
    await sleep(pauseMs);
  }
  stop();
}
