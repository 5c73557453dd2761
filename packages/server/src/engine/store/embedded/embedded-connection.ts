import { Worker } from 'node:worker_threads';
import type { Connection, Param, Row } from '../connection.ts';
import { built } from './built.ts';
import { DatabaseError } from './database-error.ts';
import { type FromWorker, OPENING, type WorkerRequest, type EmbeddedSettings, type ToWorker } from './messages.ts';

interface PendingRequest {
  resolve: (rows: Row[]) => void;
  reject: (error: Error) => void;
}

/** The connection from the server to the thread of the database. */
export class EmbeddedConnection implements Connection {
  readonly lost: Promise<Error>;
  readonly #worker: Worker;
  readonly #ended: Promise<unknown>;
  readonly #waiting = new Map<number, PendingRequest>();
  #outbox: WorkerRequest[] = [];
  #lastId = OPENING;
  #end: Error | undefined;
  #closed: Promise<void> | undefined;

  private constructor(worker: Worker, onEnd: () => void) {
    this.#worker = worker;
    worker.on('message', this.#receive);
    worker.on('error', (error) => (this.#end = error));
    this.#ended = new Promise((resolve) => worker.on('exit', resolve));
    worker.on('exit', () => this.#stop());
    this.lost = this.#ended.then(() => (this.#closed ? new Promise<Error>(() => {}) : this.#end!));
    worker.on('exit', onEnd);
  }

  /** Starts the thread and waits until the database is open; `onEnd` is called when the thread has ended. */
  static async open(settings: EmbeddedSettings, onEnd: () => void): Promise<EmbeddedConnection> {
    const worker = new Worker(built('worker.js'), { workerData: settings, name: 'database' });
    const connection = new EmbeddedConnection(worker, onEnd);
    await new Promise<Row[]>((resolve, reject) => connection.#waiting.set(OPENING, { resolve, reject }));
    return connection;
  }

  get running(): number {
    return this.#waiting.size;
  }

  query(text: string, params: readonly Param[] = []): Promise<Row[]> {
    if (this.#end) return Promise.reject(this.#end);
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#waiting.set(id, { resolve, reject });
      if (this.#outbox.push([id, text, params]) === 1) setImmediate(this.#send);
    });
  }

  /** Copies the database files into a new folder. Statements wait meanwhile. */
  async copyTo(folder: string): Promise<void> {
    if (this.#end) throw this.#end;
    await new Promise<Row[]>((resolve, reject) => {
      const id = ++this.#lastId;
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, copyTo: folder } satisfies ToWorker);
    });
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#end ??= new Error('The embedded database is closed.');
    this.#send();
    this.#worker.postMessage('close' satisfies ToWorker);
    await this.#ended;
  }

  /** Sends all requests of one turn of the event loop as one message. */
  readonly #send = (): void => {
    if (this.#outbox.length === 0) return;
    this.#worker.postMessage(this.#outbox satisfies ToWorker);
    this.#outbox = [];
  };

  readonly #receive = (message: FromWorker): void => {
    if ('stopped' in message) {
      this.#end = new Error(message.stopped);
      return;
    }
    for (const [id, rows, refusal] of message) {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (rows) waiting?.resolve(rows);
      else waiting?.reject(new DatabaseError(refusal));
    }
  };

  #stop(): void {
    const end = (this.#end ??= new Error('The embedded database stopped.'));
    this.#waiting.forEach(({ reject }) => reject(end));
    this.#waiting.clear();
  }
}
