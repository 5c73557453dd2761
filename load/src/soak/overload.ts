import { allMessages } from '@parley/testing';
import { openMeeting, openMeetings, sends } from '../clients/meeting.ts';
import type { Load, Loaded } from '../generators/load.ts';
import { operationBytes } from '../generators/requests.ts';
import { startChild } from '../process/child.ts';
import { startProbe } from '../clients/health.ts';
import { quantile } from '../measure/statistics.ts';
import type { Scenario } from './ground.ts';

const times = 4;
const [spaces, size] = [300, 10];
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
  does: `${(spaces * size).toLocaleString('en')} clients send ${times} times the messages that the server can store in ${floodMs / 1000} s, and one of them, over ${greedy} connections, more than it may.`,
  async run(ground) {
    const [place, generator] = [await ground.database(), await ground.add(startChild<Load, Loaded>('generators/load.js'))];
    // Without limits, so that few clients can prepare everything and show what is possible.
    const unlimited = await ground.serve(place);
    const meetings = await openMeetings(unlimited, spaces, size);
    const requests = sends([await openMeeting(unlimited, few)]);
    const most = { port: unlimited.port, control: unlimited.control, requests, clients: few, ms: measuredMs };
    await generator.ask(most);
    const { perSecond } = await generator.ask(most);
    await unlimited.kill();

    const server = await ground.serve({ ...place, PARLEY_RATE_LIMIT: '300' });
    const { port, control } = server;
    const flood = (requests: readonly Buffer[], ms: number, perSecond: number, greedy: number) =>
      generator.ask({ port, control, requests, clients: requests.length, ms, flood: { greedy, perSecond } });
    const each = sends(meetings);
    const senders = [...Array.from({ length: greedy }, () => each[0]!), ...each.slice(1)];
    const probe = startProbe(server, probeEveryMs);
    const flooded = await flood(senders, floodMs, times * perSecond, greedy);
    const health = await probe.stop();
    const readers = meetings.flatMap(({ members }) => members).slice(1, 1 + few);
    const reads = readers.map((member) => operationBytes('listMessages', member, { limit: 1 }));
    const calm = calmIn(await flood(reads, recoveryMs, calmPerSecond, 0));
    let stored = 0;
    for (const { members } of meetings) stored += (await allMessages(server, members.at(-1)!)).length;
    const acknowledged = countOf(flooded, 200);
    const mayBeStored = acknowledged + flooded.unclear;
    const p99 = quantile(health.latenciesMs, 0.99);
    const answers = Object.entries(flooded.answers);
    const rate = (count: number) => `${(count / (floodMs / 1000)).toFixed(0)}/s`;
    return {
      faults: [
        ...answers.flatMap(([status, answer]) => wrongIn(status, answer)),
        ...(stored < acknowledged ? [`${acknowledged - stored} acknowledged messages are lost`] : []),
        ...(stored > mayBeStored ? [`${stored - mayBeStored} messages are stored that were refused, or twice`] : []),
        ...(health.failed > 0 ? [`${health.failed} health checks failed`] : []),
        ...(p99 > probeMs ? [`health check p99 ${p99.toFixed(0)} ms`] : []),
        ...(calm === undefined ? [`not well again ${recoveryMs / 1000} s later`] : []),
      ],
      cells: [
        [
          `${perSecond.toFixed(0)} messages/s were possible`,
          `${rate(flooded.sent + flooded.notSent)} were due, ${rate(flooded.sent)} were sent (the others waited for their answers)`,
          ...answers.map(
            ([status, { count, p50Ms, p99Ms }]) =>
              `${status} × ${count} (p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms)`,
          ),
          `health check p99 ${p99.toFixed(0)} ms`,
          `answers within ${calm?.toFixed(0) ?? '?'} ms afterwards`,
        ].join(', '),
      ],
    };
  },
};

const countOf = ({ answers }: Loaded, status: number): number => answers[status]?.count ?? 0;

/** What is no right answer to too much, or a refusal that comes late. */
function wrongIn(status: string, { count, p99Ms }: Loaded['answers'][number]): string[] {
  if (status === '200') return [];
  if (status !== '429' && status !== '503') return [`${count} requests got ${status === '0' ? 'no answer' : status}`];
  return p99Ms > probeMs ? [`${status} after ${p99Ms.toFixed(0)} ms (p99)`] : [];
}

/** How long answers take again; undefined if they stay slow. */
function calmIn({ answers }: Loaded): number | undefined {
  const good = answers[200] ?? answers[429];
  return good && !answers[0] && good.p99Ms < probeMs ? good.p99Ms : undefined;
}
