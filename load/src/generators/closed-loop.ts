import { usageOf } from '../control/control.ts';
import { quantile } from '../measure/statistics.ts';
import { answerJobs } from '../process/child.ts';
import { openAll, refusal, type Connection } from './connection.ts';

export interface ClosedLoop {
  port: number;
  clients: number;
  /** Each client starts at a different request and cycles through all of them. */
  requests: readonly Uint8Array[];
  /** Duration, unless `count` is given. */
  ms: number;
  count?: number | undefined;
  /** The socket that tells the CPU time of the server. */
  control: string;
}

export interface Load {
  perSecond: number;
  /** CPU time of the server per request. */
  cpuMicros: number;
  p50Ms: number;
  p99Ms: number;
}

/** Every client sends its next request when it has the answer to the previous one. */
async function closedLoop({ port, clients, requests, ms, count = Infinity, control }: ClosedLoop): Promise<Load> {
  const connections = await openAll(port, clients);
  const waits: number[] = [];
  const before = await usageOf(control);
  const start = performance.now();
  let left = count;

  const loop = (connection: Connection, client: number) =>
    new Promise<void>((resolve, reject) => {
      let place = Math.floor((client * requests.length) / clients);
      let sentAt = 0;
      const next = () => {
        sentAt = performance.now();
        if (sentAt - start >= ms || left === 0) {
          resolve();
          return;
        }
        left -= 1;
        connection.send(requests[place]!);
        place = (place + 1) % requests.length;
      };
      connection.answered = (status, end) => {
        const refused = refusal(status, end);
        if (refused) {
          reject(refused);
          return;
        }
        waits.push(performance.now() - sentAt);
        next();
      };
      next();
    });
  try {
    await Promise.all(connections.map(loop));
    const seconds = (performance.now() - start) / 1000;
    const after = await usageOf(control);
    return {
      perSecond: waits.length / seconds,
      cpuMicros: (after.cpuMicros - before.cpuMicros) / waits.length,
      p50Ms: quantile(waits, 0.5),
      p99Ms: quantile(waits, 0.99),
    };
  } finally {
    for (const connection of connections) connection.close();
  }
}

answerJobs(closedLoop);
