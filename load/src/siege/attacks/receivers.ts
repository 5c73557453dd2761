import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Attacker } from '../attacker.ts';
import type { OwnSpace, Seat } from './own-space.ts';

/** How a receiver answers a request of this type, if at all. */
export type Reply = (type: string, challenge: string, response: ServerResponse) => void;

/** Opens receivers on many ports of one address of the attacker; returns their URLs. They end with its process. */
export async function startReceivers(attacker: Attacker, count: number, reply: Reply): Promise<string[]> {
  const host = attacker.address(249);
  const urls: string[] = [];
  await attacker.prepare(count, 10, async () => {
    const server = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
      const { type, challenge } = JSON.parse(text) as Record<string, string>;
      reply(type!, challenge!, response);
    });
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    urls.push(`http://${host}:${(server.address() as AddressInfo).port}/`);
  });
  return urls;
}

/** Sets the wake address of a seat. */
export const setWake = (attacker: Attacker, { path }: OwnSpace, { key }: Seat, url: string) =>
  attacker.ask({ from: attacker.address(), method: 'PUT', path: `${path}/wake`, key, body: { url } });
