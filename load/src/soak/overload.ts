import { allMessages } from '@parley/testing';
import { startProbe } from '../clients/health.ts';
import { openMeetings, sends } from '../clients/meeting.ts';
import type { Load, Loaded } from '../generators/load.ts';
import { operationBytes } from '../generators/requests.ts';
import { quantile } from '../measure/statistics.ts';
import { startChild } from '../process/child.ts';
import type { Scenario } from './ground.ts';

const [spaces, size] = [300, 10];
const floodMs = 20_000;
const [probeEveryMs, probeMs] = [1_000, 5_000];
const recoveryMs = 10_000;

export const overload: Scenario = {
  name: 'overload',
  does: `${(spaces * size).toLocaleString('en')} clients send messages for ${floodMs / 1000} s, each the next one as soon as it is answered or refused, which is more than the server may work on at once.`,
  async run(ground) {
    const server = await ground.serve(await ground.database());
    const generator = await ground.add(startChild<Load, Loaded>('generators/load.js'));
    const meetings = await openMeetings(server, spaces, size);
    const [{ port, control }, requests] = [server, sends(meetings)];
    const probe = startProbe(server, probeEveryMs);
    const flooded = await generator.ask({ port, control, requests, clients: requests.length, ms: floodMs, isFlood: true });
    const health = await probe.stop();
    const reads = meetings.map((owner) => operationBytes('listMessages', owner, { limit: 1 }));
    const calm = await generator.ask({ port, control, requests: reads, clients: 1, ms: recoveryMs, isFlood: true });
    let stored = 0;
    for (const { members } of meetings) stored += (await allMessages(server, members.at(-1)!)).length;
    const acknowledged = flooded.answers[200]?.count ?? 0;
    const mayBeStored = acknowledged + flooded.unclear;
    const p99 = quantile(health.latenciesMs, 0.99);
    const answers = Object.entries(flooded.answers);
    return {
      faults: [
        ...answers.flatMap(([status, answer]) => wrongIn(status, answer)),
        ...(stored < acknowledged ? [`${acknowledged - stored} acknowledged messages are lost`] : []),
        ...(stored > mayBeStored ? [`${stored - mayBeStored} messages are stored that were refused, or twice`] : []),
        ...(health.failed > 0 ? [`${health.failed} health checks failed`] : []),
        ...(p99 > probeMs ? [`health check p99 ${p99.toFixed(0)} ms`] : []),
        ...(isCalm(calm) ? [] : [`not well again ${recoveryMs / 1000} s later`]),
      ],
      cells: [
        [
          ...answers.map(
            ([status, { count, p50Ms, p99Ms }]) =>
              `${status} × ${count} (p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms)`,
          ),
          `health check p99 ${p99.toFixed(0)} ms`,
          `answers within ${calm.p99Ms.toFixed(0)} ms afterwards`,
        ].join(', '),
      ],
    };
  },
};

/** What is no right answer to too much, or a refusal that comes late. */
function wrongIn(status: string, { count, p99Ms }: Loaded['answers'][number]): string[] {
  if (status === '200') return [];
  if (status !== '503') return [`${count} requests got ${status === '0' ? 'no answer' : status}`];
  return p99Ms > probeMs ? [`503 after ${p99Ms.toFixed(0)} ms (p99)`] : [];
}

/** Whether all were answered, and soon. */
const isCalm = ({ answers, p99Ms }: Loaded): boolean => Object.keys(answers).join() === '200' && p99Ms < probeMs;
