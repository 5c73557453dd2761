import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const headEnd = Buffer.from('\r\n\r\n');
const hello = Buffer.from('GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
/** Of all connections: what is read is used at once. */
const buffer = Buffer.allocUnsafe(256 * 1024);

export interface Answer {
  /** 0 if there is no answer that can be read. */
  status: number;
  /** The last bytes of a refusal. */
  text: string;
}

export interface Connection {
  /** Sends a request once those before it are answered. */
  ask(request: Uint8Array): Promise<Answer>;
  /** What waits is never answered. */
  close(): void;
}

/**
 * Opens a keep-alive connection, until its first answer: a server that is busy accepts new ones slowly, and that is not measured. It parses only
 * enough of an answer to find its end: an HTTP client that does more would take CPU time from the server under test.
 */
export async function openConnection(port: number): Promise<Connection> {
  let [missing, status] = [0, 0];
  let head: Buffer | undefined;
  let answered: (answer: Answer) => void = () => {};
  let last: Promise<unknown> = Promise.resolve();

  const read = (chunk: Buffer): void => {
    if (missing > 0) missing -= chunk.length;
    else {
      const whole = head ? Buffer.concat([head, chunk]) : chunk;
      const end = whole.indexOf(headEnd);
      head = end < 0 ? Buffer.from(whole) : undefined;
      if (end < 0) return;
      const lines = whole.toString('latin1', 0, end);
      const length = /\r\ncontent-length: (\d+)/i.exec(lines)?.[1];
      status = length === undefined ? 0 : Number(lines.slice(9, 12));
      missing = Number(length ?? 0) - (whole.length - end - headEnd.length);
    }
    if (missing <= 0) answered({ status, text: status >= 200 && status < 300 ? '' : chunk.toString() });
  };
  const callback = (length: number): boolean => {
    read(buffer.subarray(0, length));
    return true;
  };
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback } });
  socket.on('error', () => {}).once('close', () => answered({ status: 0, text: '' }));

  const ask = (request: Uint8Array): Promise<Answer> => {
    const answer = last.then(() => {
      if (socket.destroyed) return { status: 0, text: '' };
      socket.write(request);
      return new Promise<Answer>((resolve) => (answered = resolve));
    });
    last = answer;
    return answer;
  };
  if ((await ask(hello)).status === 0) throw new Error('a connection was refused');
  return {
    ask,
    close() {
      answered = () => {};
      socket.destroy();
    },
  };
}

/** Why a request that has to succeed did not; undefined if it did. */
export const refusal = ({ status, text }: Answer): Error | undefined =>
  status >= 200 && status < 300 ? undefined : new Error(`answered with ${status}: ${text.replaceAll('\r\n', ' ')}`);

/** Sends requests over some connections in turn; all have to succeed. */
export async function openSender(port: number, count: number): Promise<{ send(request: Uint8Array): void; close(): void }> {
  const connections = await Promise.all(Array.from({ length: count }, () => openConnection(port)));
  let turn = 0;
  const send = async (request: Uint8Array) => {
    turn = (turn + 1) % count;
    const refused = refusal(await connections[turn]!.ask(request));
    if (refused) throw refused;
  };
  return {
    send: (request) => void send(request),
    close() {
      for (const connection of connections) connection.close();
    },
  };
}

/** Sends at a steady rate, whatever the answers. Returns how many requests were sent. */
export async function paced(perSecond: number, ms: number, send: (number: number) => void): Promise<number> {
  const start = performance.now();
  let sent = 0;
  for (let passed = 0; passed < ms; passed = performance.now() - start) {
    for (const due = (passed * perSecond) / 1000; sent < due; sent += 1) send(sent);
    await sleep(Math.max(1, ((sent + 1) * 1000) / perSecond - passed));
  }
  return sent;
}
