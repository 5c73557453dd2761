import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const headEnd = Buffer.from('\r\n\r\n');
/** Of all connections: what is read is used at once. */
const buffer = Buffer.allocUnsafe(256 * 1024);

/**
 * A keep-alive connection with at most one request in flight. It parses only enough of an answer to find its end:
 * an HTTP client that does more would take CPU time from the server under test.
 */
export class Connection {
  readonly #socket: Socket;
  #missing = 0;
  #head: Buffer | undefined;
  #status = 0;
  /** Gets the status, 0 if there is no answer that can be read, and the last bytes, which it has to read at once. */
  answered: (status: number, end: Buffer) => void = () => {};

  constructor(port: number, localAddress?: string) {
    const callback = (length: number) => {
      this.#read(buffer.subarray(0, length));
      return true;
    };
    const from = localAddress === undefined ? {} : { localAddress };
    this.#socket = connect({ port, host: '127.0.0.1', ...from, noDelay: true, onread: { buffer, callback } });
    this.#socket.on('error', () => {}).once('close', () => this.answered(0, Buffer.alloc(0)));
  }

  static async open(port: number): Promise<Connection> {
    const connection = new Connection(port);
    await once(connection.#socket, 'connect');
    return connection;
  }

  send(request: Uint8Array): void {
    this.#socket.write(request);
  }

  close(): void {
    this.answered = () => {};
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
    if (this.#missing <= 0) this.answered(this.#status, chunk);
  }
}

export const openAll = (port: number, count: number): Promise<Connection[]> =>
  Promise.all(Array.from({ length: count }, () => Connection.open(port)));

/** Why a request that has to succeed did not; undefined if it did. */
export const refusal = (status: number, end: Buffer): Error | undefined =>
  status >= 200 && status < 300 ? undefined : new Error(`answered with ${status}: ${end.toString().replaceAll('\r\n', ' ')}`);
