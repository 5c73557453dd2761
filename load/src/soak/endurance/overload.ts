import { allMessages } from '@parley/testing';
import { openMeeting, openMeetings, sends, type Meeting } from '../../clients/meeting.ts';
import { targetOf } from '../../servers/target.ts';
import type { Flooded } from '../../generators/flood.ts';
import { operationBytes } from '../../generators/request.ts';
import { startFlood } from '../../generators/start.ts';
import { startProbe } from '../../measure/health.ts';
import { percentile } from '../../measure/statistics.ts';
import type { Scenario } from '../scenario.ts';

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
    const [place, flood] = [await ground.database(), await ground.add(startFlood())];
    // Without limits, so that few clients can prepare everything and show what is possible.
    const unlimited = await ground.serve(place);
    const meetings = await openMeetings(unlimited, spaces, size);
    const requests = sends([await openMeeting(unlimited, few)]);
    const most = { port: unlimited.port, requests, perSecond: 1, ms: measuredMs, greedy: few };
    await flood.ask(most);
    const perSecond = countOf(await flood.ask(most), 200) / (measuredMs / 1000);
    await unlimited.kill();

    const server = await ground.serve({ ...place, PARLEY_RATE_LIMIT: '300' });
    const { port } = server;
    const each = sends(meetings);
    const senders = [...Array.from({ length: greedy }, () => each[0]!), ...each.slice(1)];
    const probe = startProbe(targetOf(server.url), probeEveryMs);
    const flooded = await flood.ask({ port, requests: senders, perSecond: times * perSecond, ms: floodMs, greedy });
    const health = await probe.stop();
    const calm = calmIn(
      await flood.ask({ port, requests: readsOf(meetings), perSecond: calmPerSecond, ms: recoveryMs, greedy: 0 }),
    );
    let stored = 0;
    for (const { members } of meetings) stored += (await allMessages(server, members.at(-1)!)).length;
    const acknowledged = countOf(flooded, 200);
    const mayBeStored = acknowledged + flooded.unclear;
    const p99 = percentile(health.latenciesMs, 99);
    return {
      faults: [
        ...strangeIn(flooded),
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
  },
};

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

const readsOf = (meetings: readonly Meeting[]): Buffer[] =>
  meetings
    .flatMap(({ members }) => members)
    .slice(1, 1 + few)
    .map((member) => operationBytes('listMessages', member, { limit: 1 }));

/** How long answers take again; undefined if they stay slow. */
function calmIn({ answers }: Flooded): number | undefined {
  const good = answers[200] ?? answers[429];
  return good && !answers[0] && good.p99Ms < probeMs ? good.p99Ms : undefined;
}
