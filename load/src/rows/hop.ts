import { setTimeout as sleep } from 'node:timers/promises';
import { paced, Sender } from '../load/paced.ts';
import { requestBytes } from '../load/request.ts';
import { get, openMeetings, type Meeting } from '../meeting.ts';
import { content } from '../message.ts';
import type { ParleyServer } from '../parley.ts';
import { usageOf } from '../probe/usage.ts';
import { alternate, medianOf, quantile } from '../rounds.ts';
import type { Measure, Prepare, Stage } from '../stage.ts';
import { seenOn } from '../streams/seen.ts';
import { atMost, millis, type Row } from '../table.ts';

const work = 'send → seen on a stream of another process';
const spaces = 10;
const sentPerSecond = 1_000;
/** A lost wake-up is repaired within a second. */
const patienceMs = 1_500;

/** The time from sending a message to its arrival on a stream, through another process or the same. */
export const hop: Measure = async (stage) => {
  const { pace, postgres } = stage;
  if ('missing' in postgres) return [{ work, skipped: postgres.missing }];
  const { one, other, meetings } = await meeting(stage);
  const ways = {
    same: () => waits(one, one, meetings, 2 * pace.ms),
    other: () => waits(one, other, meetings, 2 * pace.ms),
  };
  await alternate(1, ways);
  const results = await alternate(pace.rounds, ways);
  const at = (share: number, of: readonly number[][]) => medianOf(of, (found) => quantile(found, share));
  const row = (name: string, share: number, goal: number): Row => ({
    work: `${work}: ${name}`,
    value: at(share, results.other),
    unit: 'ms',
    goal: atMost(goal),
    figures: `${sentPerSecond.toLocaleString('en')}/s in ${spaces} spaces; of the same process ${millis(at(share, results.same))}`,
  });
  return [row('p50', 0.5, 1.2), row('p99', 0.99, 6)];
};

export const hopCosts: Prepare = async (stage) => {
  if ('missing' in stage.postgres) throw new Error(stage.postgres.missing);
  const { one, other, meetings } = await meeting(stage);
  const ms = 2 * stage.pace.ms;
  return {
    [`${work}: CPU of both, µs`]: async () => {
      const used = async () => (await usageOf(one.probe)).cpuMicros + (await usageOf(other.probe)).cpuMicros;
      const before = await used();
      const { length } = await waits(one, other, meetings, ms);
      return ((await used()) - before) / length;
    },
    [`${work}: p50, ms`]: async () => quantile(await waits(one, other, meetings, ms), 0.5),
  };
};

async function meeting(stage: Stage): Promise<{ one: ParleyServer; other: ParleyServer; meetings: Meeting[] }> {
  const [one, other] = [await stage.serve(), await stage.serve()];
  return { one, other, meetings: await openMeetings(one.url, spaces) };
}

async function waits(sending: ParleyServer, showing: ParleyServer, meetings: readonly Meeting[], ms: number): Promise<number[]> {
  const sentAt: number[] = [];
  const found: number[] = [];
  const seen = (number: number) => found.push(performance.now() - sentAt[number]!);
  const sender = await Sender.open(sending.port, 32);
  const now = encodeURIComponent(new Date().toISOString());
  const streams = await Promise.all(
    meetings.map((meeting) => seenOn(showing.port, get(meeting, `/messages/stream?timestamp=${now}`), seen)),
  );
  const sent = await paced({
    perSecond: sentPerSecond,
    ms,
    send(number) {
      sentAt[number] = performance.now();
      sender.send(hopping(meetings[number % meetings.length]!, number));
    },
  });
  for (const end = performance.now() + patienceMs; found.length < sent && performance.now() < end;) await sleep(10);
  for (const stream of streams) stream.destroy();
  sender.close();
  if (found.length !== sent) throw new Error(`${sent} messages were sent and ${found.length} seen`);
  return found;
}

const hopping = ({ spaceId, ownerKey: key }: Meeting, number: number): Buffer =>
  requestBytes({ method: 'POST', path: `/hub/space/${spaceId}/messages`, key, body: { content: `hop ${number} ${content}` } });
