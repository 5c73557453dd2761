import { setTimeout as sleep } from 'node:timers/promises';
import { openAll, refusal, type Connection } from './connection.ts';

export interface Pacing {
  perSecond: number;
  ms: number;
  send(number: number): void;
}

/** Sends at a steady rate, whatever the answers. Returns how many requests were sent. */
export async function paced({ perSecond, ms, send }: Pacing): Promise<number> {
  const start = performance.now();
  let sent = 0;
  for (let passed = 0; passed < ms; passed = performance.now() - start) {
    for (const due = (passed * perSecond) / 1000; sent < due; sent += 1) send(sent);
    await sleep(Math.max(1, ((sent + 1) * 1000) / perSecond - passed));
  }
  return sent;
}

/** Requests that wait until a connection is free. */
export class Sender {
  readonly #connections: readonly Connection[];
  readonly #free: Connection[];
  #waiting: Uint8Array[] = [];

  private constructor(connections: readonly Connection[]) {
    this.#connections = connections;
    this.#free = [...connections];
    for (const connection of connections) {
      connection.answered = (status, end) => {
        const refused = refusal(status, end);
        if (refused) throw refused;
        const next = this.#waiting.shift();
        if (next) connection.send(next);
        else this.#free.push(connection);
      };
    }
  }

  static async open(port: number, connections: number): Promise<Sender> {
    return new Sender(await openAll(port, connections));
  }

  send(request: Uint8Array): void {
    const connection = this.#free.pop();
    if (connection) connection.send(request);
    else this.#waiting.push(request);
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }
}
