import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

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
