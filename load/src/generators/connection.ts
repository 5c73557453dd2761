import { connect, type Socket } from 'node:net';
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

/**
 * A keep-alive connection that sends one request after the other. It parses only enough of an answer to find its end: an HTTP client that does
 * more would take CPU time from the server under test.
 */
export class Connection {
  readonly #socket: Socket;
  #missing = 0;
  #head: Buffer | undefined;
  #status = 0;
  #answered: (answer: Answer) => void = () => {};
  #last: Promise<unknown> = Promise.resolve();

  private constructor(port: number, localAddress?: string) {
    const callback = (length: number) => {
      this.#read(buffer.subarray(0, length));
      return true;
    };
    const from = localAddress === undefined ? {} : { localAddress };
    this.#socket = connect({ port, host: '127.0.0.1', ...from, noDelay: true, onread: { buffer, callback } });
    this.#socket.on('error', () => {}).once('close', () => this.#answered({ status: 0, text: '' }));
  }

  /** Connects, until the first answer: a server that is busy accepts new connections slowly, and that is not measured. */
  static async open(port: number, localAddress?: string): Promise<Connection> {
    const connection = new Connection(port, localAddress);
    if ((await connection.ask(hello)).status === 0) throw new Error('a connection was refused');
    return connection;
  }

  /** Sends a request once those before it are answered. */
  ask(request: Uint8Array): Promise<Answer> {
    const answer = this.#last.then(() => {
      if (this.#socket.destroyed) return { status: 0, text: '' };
      this.#socket.write(request);
      return new Promise<Answer>((resolve) => (this.#answered = resolve));
    });
    this.#last = answer;
    return answer;
  }

  /** What waits is never answered. */
  close(): void {
    this.#answered = () => {};
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#missing > 0) this.#missing -= chunk.length;
    else {
      const whole = this.#head ? Buffer.concat([this.#head, chunk]) : chunk;
      const end = whole.indexOf(headEnd);
      if (end < 0) {
        this.#head = Buffer.from(whole);
        return;
      }
      this.#head = undefined;
      const head = whole.toString('latin1', 0, end);
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      this.#status = length === undefined ? 0 : Number(head.slice(9, 12));
      this.#missing = Number(length ?? 0) - (whole.length - end - headEnd.length);
    }
    if (this.#missing > 0) return;
    const hasSucceeded = this.#status >= 200 && this.#status < 300;
    this.#answered({ status: this.#status, text: hasSucceeded ? '' : chunk.toString() });
  }
}

/** Why a request that has to succeed did not; undefined if it did. */
export const refusal = ({ status, text }: Answer): Error | undefined =>
  status >= 200 && status < 300 ? undefined : new Error(`answered with ${status}: ${text.replaceAll('\r\n', ' ')}`);

/** Sends requests over some connections in turn; all have to succeed. */
export async function openSender(port: number, count: number): Promise<{ send(request: Uint8Array): void; close(): void }> {
  const connections = await Promise.all(Array.from({ length: count }, () => Connection.open(port)));
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
