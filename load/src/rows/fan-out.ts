import { startBare } from '../bare/start.ts';
import { Connection } from '../load/connection.ts';
import { paced, Sender } from '../load/paced.ts';
import { get, openMeeting, sends, type Meeting } from '../meeting.ts';
import { usageOf } from '../probe/usage.ts';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import type { Costs, Measure, Pace, Prepare, Stage } from '../stage.ts';
import { openFilesLimit, startCrowd, type Crowd } from '../streams/crowd.ts';
import { idleMemory } from '../streams/idle.ts';
import { atMost, micros, type Row } from '../table.ts';

const deliveriesPerSecond = 40_000;

/** Something that sends a message to many streams. */
interface Fan {
  crowd: Crowd;
  /** The bytes that each stream gets for a message. */
  bytes: number;
  probe: string;
  /** For each measurement anew, because an idle connection is closed. */
  connect(): Promise<{ send(): void; close(): void }>;
}

/** One message to many streams, at a rate that both servers can sustain, and the cost of an idle stream. */
export const fanOut: Measure = async (stage) => {
  const counts = countsOf(stage.pace);
  const rows: Row[] = [];
  for (const count of counts) rows.push(await deliver(stage, count));
  const most = Math.max(...counts);
  const kilobytes = await idleMemory(stage, most, stream);
  const figures = `${((kilobytes * most) / 1024).toFixed(0)} MB in all`;
  return [...rows, { work: idleName(most), value: kilobytes, unit: 'kB', goal: atMost(10), figures }];
};

export const fanOutCosts: Prepare = async (stage) => {
  const counts = countsOf(stage.pace);
  const costs: Costs = {};
  for (const count of counts) {
    const fan = await spaceFan(stage, count);
    costs[`${deliverName(count)}: CPU, µs`] = () => cpuOfEach(fan, count, stage.pace);
  }
  const most = Math.max(...counts);
  costs[`${idleName(most)}, kB`] = () => idleMemory(stage, most, stream);
  return costs;
};

const stream = (meeting: Meeting): Buffer => get(meeting, '/messages/stream');
const deliverName = (count: number): string => `deliver a message to ${count.toLocaleString('en')} streams`;
const idleName = (count: number): string => `an idle stream of ${count.toLocaleString('en')}: memory`;

const countsOf = ({ quick }: Pace): number[] => (!quick && openFilesLimit() > 11_000 ? [5_000, 1_000] : [1_000]);

async function deliver(stage: Stage, count: number): Promise<Row> {
  const ours = await spaceFan(stage, count);
  const raw = await rawFan(stage, count, ours.bytes);
  const ways = { raw: () => cpuOfEach(raw, count, stage.pace), parley: () => cpuOfEach(ours, count, stage.pace) };
  await alternate(1, ways);
  const { parley, raw: limit } = await alternate(stage.pace.rounds, ways);
  await Promise.all([ours.crowd.stop(), raw.crowd.stop()]);
  return {
    work: `${deliverName(count)}: CPU`,
    value: ratioOf(parley, Number, limit, Number),
    unit: '× raw sockets',
    goal: atMost(1),
    figures: `${micros(medianOf(parley, Number))} against ${micros(medianOf(limit, Number))} each, ${deliveriesPerSecond.toLocaleString('en')}/s`,
  };
}

/** A space with `count` streams. */
async function spaceFan(stage: Stage, count: number): Promise<Fan> {
  const [server, crowd] = [await stage.serve(), await stage.keep(startCrowd())];
  const meeting = await openMeeting(server.url);
  const [message] = sends([meeting]);
  const listen = (group: string, count: number) =>
    crowd.ask({ do: 'listen', group, port: server.port, count, request: stream(meeting) });
  await listen('first', 1);
  const first = await Sender.open(server.port, 1);
  first.send(message!);
  const { most: bytes } = await crowd.ask({ do: 'hear', group: 'first', bytes: 1 });
  first.close();
  await crowd.ask({ do: 'leave', group: 'first' });
  await listen('all', count);
  const connect = async () => {
    const sender = await Sender.open(server.port, 4);
    return { send: () => sender.send(message!), close: () => sender.close() };
  };
  return { crowd, bytes, probe: server.probe, connect };
}

/** A minimal server with `count` sockets, which sends as many bytes to each. */
async function rawFan(stage: Stage, count: number, bytes: number): Promise<Fan> {
  const { port, probe } = await stage.keep(startBare('fan-out', { frameBytes: bytes }));
  const crowd = await stage.keep(startCrowd());
  await crowd.ask({ do: 'listen', group: 'all', port, count, request: Buffer.from('stream') });
  const connect = async () => {
    const sender = await Connection.open(port);
    return { send: () => sender.send(Buffer.from('1')), close: () => sender.close() };
  };
  return { crowd, bytes, probe, connect };
}

/** CPU per delivery in µs. */
async function cpuOfEach({ crowd, bytes, probe, connect }: Fan, count: number, { ms }: Pace): Promise<number> {
  const { send, close } = await connect();
  await crowd.ask({ do: 'count', group: 'all' });
  const before = await usageOf(probe);
  const sent = await paced({ perSecond: deliveriesPerSecond / count, ms: 2 * ms, send });
  const { least } = await crowd.ask({ do: 'hear', group: 'all', bytes: sent * bytes });
  const after = await usageOf(probe);
  close();
  if (least < sent * bytes) throw new Error(`A stream got ${least} bytes of ${sent * bytes}`);
  return (after.cpuMicros - before.cpuMicros) / (sent * count);
}
