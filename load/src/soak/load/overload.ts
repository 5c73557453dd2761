import { allMessages, type Server } from '@parley/testing';
import { openMeeting, sends, type Meeting } from '../../meeting.ts';
import { requestBytes } from '../../load/request.ts';
import { startProbe } from '../../siege/probe.ts';
import { targetOf } from '../../siege/target.ts';
import { percentile } from '../../siege/verdict.ts';
import { Ground } from '../faults/ground.ts';
import type { Result, Scenario } from '../scenario.ts';
import { startFlood, type Flooded } from './flood.ts';

const times = 4;
const [spaces, members] = [300, 10];
/** Connections of one client, which together send far more than it may. */
const greedy = 100;
/** The clients that are enough to use everything that the server has, and how long that is measured. */
const [few, measuredMs] = [64, 4_000];
const floodMs = 20_000;
const [probeEveryMs, probeMs] = [1_000, 5_000];
const recoveryMs = 10_000;
/** What is acknowledged when the server has recovered. */
const calmPerSecond = 20;

export const overload: Scenario = {
  name: 'overload',
  does: `${(spaces * members).toLocaleString('en')} clients send ${times} times the messages that the server can store in ${floodMs / 1000} s, and one of them, over ${greedy} connections, more than it may.`,
  async run() {
    const ground = new Ground();
    try {
      return [await flood(ground)];
    } finally {
      await ground.stop();
    }
  },
};

async function flood(ground: Ground): Promise<Result> {
  const [place, flooding] = [await ground.database(), await ground.keep(startFlood())];
  // Without limits, so that few clients can prepare everything and show what is possible.
  const unlimited = await ground.serve(place);
  const meetings: Meeting[] = [];
  for (let i = 0; i < spaces; i += 1) meetings.push(await openMeeting(unlimited.url, members));
  const able = {
    port: portOf(unlimited),
    requests: sends([await openMeeting(unlimited.url, few)]),
    perSecond: 1,
    ms: measuredMs,
    greedy: few,
  };
  await flooding.ask(able);
  const perSecond = countOf(await flooding.ask(able), 200) / (measuredMs / 1000);
  await unlimited.kill();

  const server = await ground.serve({ ...place, PARLEY_RATE_LIMIT: '300' });
  const each = sends(meetings);
  const [port, requests] = [portOf(server), [...Array.from({ length: greedy }, () => each[0]!), ...each.slice(1)]];
  const probe = startProbe(targetOf(server.url), probeEveryMs);
  const flooded = await flooding.ask({ port, requests, perSecond: times * perSecond, ms: floodMs, greedy });
  const health = await probe.stop();
  const calm = await recovered(flooding, port, meetings);
  const stored = await countStored(server.url, meetings);
  const acknowledged = countOf(flooded, 200);
  const [p99, strange] = [percentile(health.latenciesMs, 99), strangeIn(flooded)];
  const mayBeStored = acknowledged + flooded.unclear;
  return {
    name: 'overload',
    faults: [
      ...strange,
      ...(stored < acknowledged ? [`${acknowledged - stored} acknowledged messages are lost`] : []),
      ...(stored > mayBeStored ? [`${stored - mayBeStored} messages are stored that were refused, or twice`] : []),
      ...(health.failed > 0 ? [`${health.failed} health checks failed`] : []),
      ...slowIn(flooded),
      ...(p99 > probeMs ? [`health check p99 ${p99.toFixed(0)} ms`] : []),
      ...(calm === undefined ? [`not well again ${recoveryMs / 1000} s later`] : []),
    ],
    figures: [
      `${perSecond.toFixed(0)} messages/s were possible, ${((flooded.sent + flooded.notSent) / (floodMs / 1000)).toFixed(0)}/s were due, ${(flooded.sent / (floodMs / 1000)).toFixed(0)}/s were sent (the others waited for their answers)`,
      ...Object.entries(flooded.answers).map(
        ([status, { count, p50Ms, p99Ms }]) => `${status} × ${count} (p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms)`,
      ),
      `health check p99 ${p99.toFixed(0)} ms`,
      `answers within ${calm?.toFixed(0) ?? '?'} ms afterwards`,
    ].join(', '),
  };
}

const portOf = ({ url }: Server): number => Number(new URL(url).port);

const countOf = ({ answers }: Flooded, status: number): number => answers[status]?.count ?? 0;

/** What is no right answer to too much. */
const strangeIn = ({ answers }: Flooded): string[] =>
  Object.entries(answers).flatMap(([status, { count }]) =>
    ['200', '429', '503'].includes(status) ? [] : [`${count} requests got ${status === '0' ? 'no answer' : status}`],
  );

/** Refusals have to come fast. */
const slowIn = ({ answers }: Flooded): string[] =>
  [429, 503].flatMap((status) => {
    const p99Ms = answers[status]?.p99Ms ?? 0;
    return p99Ms > probeMs ? [`${status} after ${p99Ms.toFixed(0)} ms (p99)`] : [];
  });

/** How long answers take again; undefined if they stay slow. */
async function recovered(flooding: Awaited<ReturnType<typeof startFlood>>, port: number, meetings: readonly Meeting[]) {
  const reads = meetings.flatMap(({ spaceId, keys }) =>
    keys.map((key) => requestBytes({ method: 'GET', path: `/hub/space/${spaceId}/messages?limit=1`, key })),
  );
  const { answers } = await flooding.ask({
    port,
    requests: reads.slice(1, 1 + few),
    perSecond: calmPerSecond,
    ms: recoveryMs,
    greedy: 0,
  });
  const good = answers[200] ?? answers[429];
  return good && !answers[0] && good.p99Ms < probeMs ? good.p99Ms : undefined;
}

async function countStored(url: string, meetings: readonly Meeting[]): Promise<number> {
  let count = 0;
  for (const { spaceId, ownerId, keys } of meetings) {
    for (const key of keys.slice(-1)) count += (await allMessages({ url }, { spaceId, key, id: ownerId })).length;
  }
  return count;
}
