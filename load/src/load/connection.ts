import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const headEnd = Buffer.from('\r\n\r\n');
const bytesPerRead = 256 * 1024;

/**
 * A keep-alive connection with at most one request in flight. It parses only enough of an answer to find its end:
 * an HTTP client that does more would take CPU time from the server under test.
 */
export class Connection {
  readonly #socket: Socket;
  #missing = 0;
  #head: Buffer | undefined;
  answered: () => void = () => {};
  refused: (error: Error) => void = (error) => {
    throw error;
  };

  private constructor(port: number) {
    const buffer = Buffer.allocUnsafe(bytesPerRead);
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer,
        callback: (length) => {
          this.#read(buffer.subarray(0, length));
          return true;
        },
      },
    });
  }

  static async open(port: number): Promise<Connection> {
    const connection = new Connection(port);
    await once(connection.#socket, 'connect');
    return connection;
  }

  send(request: Buffer): void {
    this.#socket.write(request);
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#missing > 0) {
      this.#missing -= chunk.length;
    } else {
      const whole = this.#head ? Buffer.concat([this.#head, chunk]) : chunk;
      const end = whole.indexOf(headEnd);
      if (end < 0) {
        this.#head = Buffer.from(whole);
        return;
      }
      this.#head = undefined;
      const head = whole.toString('latin1', 0, end);
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      if (!head.startsWith('HTTP/1.1 2') || length === undefined) {
        this.refused(new Error(`refused: ${whole.toString().replaceAll('\r\n', ' ')}`));
        return;
      }
      this.#missing = Number(length) - (whole.length - end - headEnd.length);
    }
    if (this.#missing === 0) this.answered();
  }
}

export const openAll = (port: number, count: number): Promise<Connection[]> =>
  Promise.all(Array.from({ length: count }, () => Connection.open(port)));
