import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { usageOf } from '../control/control.ts';
import { quantilesOf, take, type Quantiles } from '../measure/statistics.ts';
import { answerJobs } from '../process/child.ts';
import { eachOf, until } from '../process/concurrency.ts';
import { openConnection, refusal } from './connection.ts';

/** Requests of many clients, each with a connection of its own, who send again as soon as they are answered. */
export interface Load {
  port: number;
  clients: number;
  /** Each client starts at a different request and cycles through all of them. */
  requests: readonly Uint8Array[];
  /** Duration, unless `count` requests are sent before. */
  ms: number;
  count?: number | undefined;
  /** The socket that tells the CPU time of the server. */
  control: string;
  /** Without it, every request has to succeed. */
  isFlood?: true;
}

export interface Loaded extends Quantiles {
  perSecond: number;
  /** CPU time of the server per request. */
  cpuMicros: number;
  /** Requests of which it is not known whether they were carried out. */
  unclear: number;
  /** By status, 0 without one. */
  answers: Record<number, Quantiles & { count: number }>;
}

const patienceMs = 30_000;
const connectedAtOnce = 100;

async function load({ port, clients, requests, ms, count = Infinity, control, isFlood }: Load): Promise<Loaded> {
  const connections = await eachOf(clients, connectedAtOnce, () => openConnection(port));
  const all = createHistogram();
  const times = new Map<number, RecordableHistogram>();
  const timesOf = (status: number) => times.get(status) ?? times.set(status, createHistogram()).get(status)!;
  let [sent, answered, unclear, answeredAt] = [0, 0, 0, 0];
  let refused: Error | undefined;
  const before = await usageOf(control);
  const start = performance.now();
  const isOver = () => refused !== undefined || sent >= count || performance.now() - start >= ms;

  const loop = async (client: number) => {
    for (let place = Math.floor((client * requests.length) / clients); !isOver(); place = (place + 1) % requests.length) {
      sent += 1;
      const at = performance.now();
      const answer = await connections[client]!.ask(requests[place]!);
      answeredAt = performance.now();
      answered += 1;
      take(all, answeredAt - at);
      take(timesOf(answer.status), answeredAt - at);
      if (!isFlood) refused ??= refusal(answer);
      if (answer.status === 503 && !answer.text.includes('"code":"overloaded"')) unclear += 1;
      if (answer.status === 0) return;
    }
  };
  for (let client = 0; client < clients; client += 1) void loop(client);
  await until(() => isOver() && answered === sent, ms + patienceMs, 5);
  const after = await usageOf(control);
  for (const connection of connections) connection.close();
  if (refused) throw refused;

  for (let i = answered; i < sent; i += 1) take(timesOf(0), patienceMs);
  const answers = [...times].map(([status, some]) => [status, { count: some.count, ...quantilesOf(some) }]);
  return {
    ...{ unclear: unclear + (times.get(0)?.count ?? 0), ...quantilesOf(all) },
    perSecond: answered / ((answeredAt - start) / 1000),
    cpuMicros: (after.cpuMicros - before.cpuMicros) / answered,
    answers: Object.fromEntries(answers) as Loaded['answers'],
  };
}

answerJobs(load);
