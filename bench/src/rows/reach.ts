import type { Load } from '../load/closed-loop.ts';
import { get, openMeeting, sends } from '../meeting.ts';
import { startParley } from '../parley.ts';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import type { Measure } from '../stage.ts';
import { atMost, micros } from '../table.ts';

const participants = 50;
const clients = 32;

/** The additional cost of measuring who is present, compared with a server that does not (`PARLEY_LIVE_SECONDS=0`). */
export const reach: Measure = async ({ pace: { rounds, ms }, generator, place }) => {
  const [measuring, plain] = await Promise.all([startParley(place), startParley({ ...place, PARLEY_LIVE_SECONDS: '0' })]);
  try {
    const meeting = await openMeeting(measuring.url, participants);
    const polls = meeting.keys.map((ownerKey) => get({ ...meeting, ownerKey }, '/messages?after=1000000'));
    const load =
      ({ port, probe }: typeof plain, requests: readonly Buffer[]) =>
      () =>
        generator.ask({ port, probe, requests, clients, ms });
    const messages = sends([meeting]);
    const ways = {
      poll: load(measuring, polls),
      plainPoll: load(plain, polls),
      send: load(measuring, messages),
      plainSend: load(plain, messages),
    };
    await alternate(2, ways);
    const results = await alternate(4 * rounds, ways);
    const row = (work: string, ours: readonly Load[], without: readonly Load[]) => ({
      work: `${work}, ${participants} participants, with their presence: CPU`,
      value: ratioOf(ours, cpu, without, cpu),
      unit: '× without',
      goal: atMost(1.03),
      figures: `${micros(medianOf(ours, cpu))} against ${micros(medianOf(without, cpu))} per request, ${clients} clients`,
    });
    return [row('poll', results.poll, results.plainPoll), row('send', results.send, results.plainSend)];
  } finally {
    await Promise.all([measuring.stop(), plain.stop()]);
  }
};

const cpu = ({ cpuMicros }: Load): number => cpuMicros;
