import { startBare } from '../bare/start.ts';
import { Connection } from '../load/connection.ts';
import { paced, Sender } from '../load/paced.ts';
import { get, openMeeting, sends } from '../meeting.ts';
import { startParley, type ParleyServer } from '../parley.ts';
import { usageOf } from '../probe/usage.ts';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import type { Measure, Pace } from '../stage.ts';
import { openFilesLimit, startCrowd, type Crowd } from '../streams/crowd.ts';
import { atMost, micros, type Row } from '../table.ts';

const deliveriesPerSecond = 40_000;

/** One message to many streams, at a rate that both servers can sustain, and the cost of an idle stream. */
export const fanOut: Measure = async ({ pace, place }) => {
  const server = await startParley(place);
  const crowd = startCrowd();
  try {
    const few = pace.quick ? 300 : 1_000;
    const most = openFilesLimit() > 11_000 && !pace.quick ? 5_000 : few;
    const rows = [await idle(server, crowd, most)];
    for (const streams of new Set([few, most])) rows.unshift(await deliver(server, crowd, streams, pace));
    return rows;
  } finally {
    await Promise.all([crowd.stop(), server.stop()]);
  }
};

async function idle(server: ParleyServer, crowd: Crowd, count: number): Promise<Row> {
  const meeting = await openMeeting(server.url);
  const listen = (many: number) =>
    crowd.ask({ do: 'listen', group: 'idle', port: server.port, count: many, request: get(meeting, '/messages/stream') });
  await listen(200);
  await crowd.ask({ do: 'leave', group: 'idle' });
  const before = await usageOf(server.probe, 'memory');
  await listen(count);
  const after = await usageOf(server.probe, 'memory');
  await crowd.ask({ do: 'leave', group: 'idle' });
  const bytes = after.memoryBytes - before.memoryBytes;
  return {
    work: `an idle stream of ${count.toLocaleString('en')}: memory`,
    value: bytes / count / 1024,
    unit: 'kB',
    goal: atMost(16),
    figures: `${(bytes / 1024 / 1024).toFixed(0)} MB in all`,
  };
}

async function deliver(server: ParleyServer, crowd: Crowd, streams: number, { rounds, ms }: Pace): Promise<Row> {
  const meeting = await openMeeting(server.url);
  const request = get(meeting, '/messages/stream');
  const [message] = sends([meeting]);
  const first = await Sender.open(server.port, 1);
  await crowd.ask({ do: 'listen', group: 'parley', port: server.port, count: 1, request });
  first.send(message!);
  const { most: frameBytes } = await crowd.ask({ do: 'hear', group: 'parley', bytes: 1 });
  first.close();
  await crowd.ask({ do: 'leave', group: 'parley' });

  const raw = await startBare('fan-out', { frameBytes });
  const rawSender = await Connection.open(raw.port);
  await crowd.ask({ do: 'listen', group: 'parley', port: server.port, count: streams, request });
  await crowd.ask({ do: 'listen', group: 'raw', port: raw.port, count: streams, request: Buffer.from('stream') });

  // Not before the streams are open, because an idle connection is closed.
  const sender = await Sender.open(server.port, 4);

  /** CPU per delivery in µs. */
  const measured = (group: string, probe: string, send: () => void) => async () => {
    const before = await usageOf(probe);
    const sent = await paced({ perSecond: deliveriesPerSecond / streams, ms: 2 * ms, send });
    const { least } = await crowd.ask({ do: 'hear', group, bytes: sent * frameBytes });
    const after = await usageOf(probe);
    if (least < sent * frameBytes) throw new Error(`${group}: a stream got ${least} bytes of ${sent * frameBytes}`);
    return (after.cpuMicros - before.cpuMicros) / (sent * streams);
  };
  const ways = {
    raw: measured('raw', raw.probe, () => rawSender.send(Buffer.from('1'))),
    parley: measured('parley', server.probe, () => sender.send(message!)),
  };
  await alternate(1, ways);
  const { parley, raw: limit } = await alternate(rounds, ways);
  await Promise.all([crowd.ask({ do: 'leave', group: 'raw' }), raw.stop()]);
  await crowd.ask({ do: 'leave', group: 'parley' });
  sender.close();
  rawSender.close();
  return {
    work: `deliver a message to ${streams.toLocaleString('en')} streams: CPU`,
    value: ratioOf(parley, Number, limit, Number),
    unit: '× raw sockets',
    goal: atMost(1.2),
    figures: `${micros(medianOf(parley, Number))} against ${micros(medianOf(limit, Number))} each, ${deliveriesPerSecond.toLocaleString('en')}/s`,
  };
}
