import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { usageOf } from '../control/control.ts';
import { quantilesOf, take, type Quantiles } from '../measure/statistics.ts';
import { answerJobs } from '../process/child.ts';
import { eachOf, until } from '../process/concurrency.ts';
import { openConnection, paced, refusal } from './connection.ts';

/** Requests of many clients, each with a connection of its own, on which it waits for its answer. */
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
  /** Without it, all send again as soon as they are answered, and every request has to succeed. */
  flood?: {
    /** So many clients send again as soon as they are answered. */
    greedy: number;
    /** So many requests of the others are due, whatever the answers. */
    perSecond: number;
  };
}

export interface Loaded extends Quantiles {
  perSecond: number;
  /** CPU time of the server per request. */
  cpuMicros: number;
  sent: number;
  /** Requests that were due while all clients waited. */
  notSent: number;
  /** Requests of which it is not known whether they were carried out. */
  unclear: number;
  /** By status, 0 without one. */
  answers: Record<number, Quantiles & { count: number }>;
}

const patienceMs = 30_000;
const connectedAtOnce = 100;

async function load({ port, clients, requests, ms, count = Infinity, control, flood }: Load): Promise<Loaded> {
  // In a flood each has an address of its own, because limits count by address too.
  const connections = await eachOf(clients, connectedAtOnce, (client) =>
    openConnection(port, flood && `127.20.${Math.floor(client / 250)}.${1 + (client % 250)}`),
  );
  const { greedy, perSecond } = flood ?? { greedy: clients, perSecond: 0 };
  const free = [...connections.keys()].slice(greedy);
  const all = createHistogram();
  const times = new Map<number, RecordableHistogram>();
  const timesOf = (status: number) => times.get(status) ?? times.set(status, createHistogram()).get(status)!;
  let [sent, answered, notSent, unclear, answeredAt] = [0, 0, 0, 0, 0];
  let refused: Error | undefined;
  const before = await usageOf(control);
  const start = performance.now();
  const isOver = () => refused !== undefined || sent >= count || performance.now() - start >= ms;

  const ask = async (client: number, place: number): Promise<boolean> => {
    sent += 1;
    const at = performance.now();
    const answer = await connections[client]!.ask(requests[place]!);
    answeredAt = performance.now();
    answered += 1;
    take(all, answeredAt - at);
    take(timesOf(answer.status), answeredAt - at);
    if (!flood) refused ??= refusal(answer);
    if (answer.status === 503 && !answer.text.includes('"code":"overloaded"')) unclear += 1;
    return answer.status !== 0;
  };
  const loop = async (client: number) => {
    let place = Math.floor((client * requests.length) / clients);
    while (!isOver() && (await ask(client, place))) if (!flood) place = (place + 1) % requests.length;
  };
  const sendDue = () => {
    const client = free.shift();
    if (client === undefined) notSent += 1;
    else void ask(client, client).then((isOpen) => isOpen && free.push(client));
  };
  for (let client = 0; client < greedy; client += 1) void loop(client);
  if (perSecond > 0) await paced(perSecond, ms, sendDue);
  await until(() => isOver() && answered === sent, start + ms + patienceMs - performance.now(), 5);
  const after = await usageOf(control);
  for (const connection of connections) connection.close();
  if (refused) throw refused;

  for (let i = answered; i < sent; i += 1) take(timesOf(0), patienceMs);
  const answers = [...times].map(([status, some]) => [status, { count: some.count, ...quantilesOf(some) }]);
  return {
    ...{ sent, notSent, unclear: unclear + (times.get(0)?.count ?? 0), ...quantilesOf(all) },
    perSecond: answered / ((answeredAt - start) / 1000),
    cpuMicros: (after.cpuMicros - before.cpuMicros) / answered,
    answers: Object.fromEntries(answers) as Loaded['answers'],
  };
}

answerJobs(load);
