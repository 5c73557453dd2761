import { connect, type Socket } from 'node:net';

const buffer = Buffer.allocUnsafe(256 * 1024);
const headEnd = '\r\n\r\n';

/** A connection with one request in flight, which reads only the status and the length of an answer, and passes on what came last of it. */
export class Caller {
  readonly #socket: Socket;
  #rest = '';
  #missing = 0;
  #status = 0;
  answered: (status: number, text: string) => void = () => {};

  constructor(port: number, localAddress: string) {
    const callback = (length: number) => {
      this.#read(buffer.toString('latin1', 0, length));
      return true;
    };
    this.#socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true, onread: { buffer, callback } });
    this.#socket.on('error', () => {}).once('close', () => this.answered(0, ''));
  }

  send(request: Buffer): void {
    this.#socket.write(request);
  }

  close(): void {
    this.answered = () => {};
    this.#socket.destroy();
  }

  #read(text: string): void {
    if (this.#missing > 0) this.#missing -= text.length;
    else {
      const all = this.#rest + text;
      const end = all.indexOf(headEnd);
      if (end < 0) {
        this.#rest = all;
        return;
      }
      this.#rest = '';
      this.#status = Number(all.slice(9, 12));
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(all.slice(0, end + 2))?.[1] ?? 0);
      this.#missing = length - (all.length - end - headEnd.length);
    }
    if (this.#missing <= 0) this.answered(this.#status, text);
  }
}
