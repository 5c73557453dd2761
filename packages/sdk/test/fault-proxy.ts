import { once } from 'node:events';
import { createServer as createHttpServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface Proxy {
  url: string;
  /** How many faults it has caused. */
  faults(): number;
  stop(): void;
}

async function listening(server: Server, faults: () => number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, faults, stop };
}

/**
 * Stands before a service and cuts every connection after a random number of bytes, in either direction; some are slow too.
 * What is asked for must have a chance to pass whole: an answer of more than `mostBytes` never does.
 */
export function cutting(service: string, random: () => number, mostBytes: number): Promise<Proxy> {
  const { hostname, port } = new URL(service);
  let cuts = 0;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const end = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
    const limits = { asked: Infinity, told: Infinity };
    if (random() < 0.2) limits.asked = Math.floor(random() * 600);
    else limits.told = Math.floor(random() * mostBytes);
    const delayMs = random() < 0.2 ? random() * 30 : 0;
    const pass = (from: Socket, to: Socket, side: 'asked' | 'told') =>
      from.on('data', (chunk: Buffer) => {
        const part = chunk.subarray(0, limits[side]);
        limits[side] -= part.length;
        setTimeout(() => to.write(part), delayMs);
        if (part.length === chunk.length) return;
        cuts += 1;
        setTimeout(end, delayMs + 5);
      });
    pass(near, far, 'asked');
    pass(far, near, 'told');
  });
  return listening(server, () => cuts);
}

/** Stands before a service and brings it every write with an Idempotency-Key twice; the caller gets the second answer. */
export function repeating(service: string): Promise<Proxy> {
  let repeats = 0;
  const server = createHttpServer((request, response) => {
    const deliver = (body: Buffer) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const { method, url, headers } = request;
        ask(service + url, { method, headers }, resolve)
          .on('error', reject)
          .end(body);
      });
    relay(request, response, deliver, () => (repeats += 1)).catch(() => response.destroy());
  });
  return listening(server, () => repeats);
}

async function relay(
  request: IncomingMessage,
  response: ServerResponse,
  deliver: (body: Buffer) => Promise<IncomingMessage>,
  repeated: () => void,
): Promise<void> {
  const body = Buffer.concat(await request.toArray());
  let answer = await deliver(body);
  if (request.headers['idempotency-key']) {
    answer.resume();
    await once(answer, 'end');
    answer = await deliver(body);
    repeated();
  }
  response.writeHead(answer.statusCode!, answer.headers);
  response.flushHeaders();
  answer.on('error', () => response.destroy()).pipe(response);
  response.on('close', () => answer.destroy());
}
