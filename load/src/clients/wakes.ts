import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Member } from '@parley/testing';
import { until } from '../process/concurrency.ts';
import type { Client } from './client.ts';

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
  for (let i = 0; !sleeper.over.aborted; i += 1) {
    await (i % (messagesPerAddress + 1) === 0 ? verify() : signal());
    await sleep(pauseMs);
  }
  stop();
}

/** What a receiver of wake-ups is sent: a signal, or the challenge of a verification. */
export interface Call {
  type: string;
  messageId: string;
  challenge: string;
}

interface Receiver {
  url: string;
  stop(): void;
}

/** Listens for wake-ups on a free port of a host. */
export async function startReceiver(host: string, reply: (call: Call, response: ServerResponse) => void): Promise<Receiver> {
  const server = createServer(async (request, response) => reply(JSON.parse(await text(request)) as Call, response));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
