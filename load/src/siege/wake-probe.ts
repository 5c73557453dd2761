import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { witness } from './witness.ts';

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

interface Meeting {
  clients: ReturnType<typeof witness>;
  path: string;
  /** Who is woken, and by whom. */
  woken: { who: number; id: string; key: string };
  sender: { who: number; key: string };
}

/** An honest participant with a wake address, which is sent a message a second. */
export async function startWakeProbe({ clients, path, woken, sender }: Meeting) {
  const seen: Woken = { signalsMs: [], verificationsMs: [], missing: 0 };
  const arrived = new Set<string>();
  let calls = 0;
  const receiver = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
    const { type, messageId, challenge } = JSON.parse(text) as Record<string, string>;
    arrived.add(type === 'wake.verify' ? `verification ${calls}` : messageId!);
    response.end(JSON.stringify({ challenge }));
  });
  await new Promise<void>((resolve) => receiver.listen(0, clients.addressOf(woken.who), resolve));
  const { address, port } = receiver.address() as AddressInfo;

  let isOver = false;
  const arrives = async (what: string, latenciesMs: number[], start: number) => {
    while (!arrived.has(what) && performance.now() - start < patienceMs) await sleep(5);
    if (arrived.has(what)) latenciesMs.push(performance.now() - start);
    else seen.missing += 1;
  };
  const verify = async () => {
    calls += 1;
    const start = performance.now();
    await clients.ask(woken.who, 'PUT', `${path}/wake`, woken.key, { url: `http://${address}:${port}/` });
    await arrives(`verification ${calls}`, seen.verificationsMs, start);
  };
  const wake = async () => {
    const body = { content: 'Wake up', to: [woken.id], expects: 'nothing' };
    const start = performance.now();
    const { messageId } = await clients.ask(sender.who, 'POST', `${path}/messages`, sender.key, body);
    if (messageId === undefined) return;
    await arrives(String(messageId), seen.signalsMs, start);
    await clients.ask(woken.who, 'POST', `${path}/deliveries/claim`, woken.key, {});
  };
  await verify();
  const working = (async () => {
    for (let i = 1; !isOver; i += 1) {
      await (i % (messagesPerAddress + 1) === 0 ? verify() : wake());
      await sleep(pauseMs);
    }
  })();
  return {
    async stop(): Promise<Woken> {
      isOver = true;
      await working;
      receiver.closeAllConnections();
      receiver.close();
      return seen;
    },
  };
}
