import { cpuCosts } from '../cost.ts';
import { cpu, warmed, type Load } from '../load/load.ts';
import { get, openMeeting, sends } from '../meeting.ts';
import type { ParleyServer } from '../parley.ts';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import type { Measure, Prepare, Stage } from '../stage.ts';
import { atMost, micros, type Row } from '../table.ts';

const participants = 50;
const clients = 32;
const nameOf = (way: 'poll' | 'send'): string => `${way}, ${participants} participants, with their presence`;

type Loads = (server: ParleyServer) => Promise<Record<'poll' | 'send', () => Promise<Load>>>;

/** The additional cost of measuring who is present, compared with a server that does not (`PARLEY_LIVE_SECONDS=0`). */
export const reach: Measure = async (stage) => {
  const measuring = await stage.serve();
  const plain = await stage.serve({ ...stage.place, PARLEY_LIVE_SECONDS: '0' });
  const loads = await meeting(stage, measuring);
  const [ours, without] = [await loads(measuring), await loads(plain)];
  const ways = { poll: ours.poll, plainPoll: without.poll, send: ours.send, plainSend: without.send };
  const results = await alternate(4 * stage.pace.rounds, ways);
  const row = (way: 'poll' | 'send', ours: readonly Load[], without: readonly Load[]): Row => ({
    work: `${nameOf(way)}: CPU`,
    value: ratioOf(ours, cpu, without, cpu),
    unit: '× without',
    goal: atMost(1.03),
    figures: `${micros(medianOf(ours, cpu))} against ${micros(medianOf(without, cpu))} per request, ${clients} clients`,
  });
  return [row('poll', results.poll, results.plainPoll), row('send', results.send, results.plainSend)];
};

export const reachCosts: Prepare = async (stage) => {
  const server = await stage.serve();
  const { poll, send } = await (await meeting(stage, server))(server);
  return cpuCosts({ [nameOf('poll')]: poll, [nameOf('send')]: send });
};

async function meeting({ generator, pace }: Stage, { url }: ParleyServer): Promise<Loads> {
  const meeting = await openMeeting(url, participants);
  const polls = meeting.keys.map((ownerKey) => get({ ...meeting, ownerKey }, '/messages?after=1000000'));
  const messages = sends([meeting]);
  return async ({ port, probe }) => {
    const load = (requests: readonly Buffer[]) => warmed(generator, { port, probe, requests, clients, ms: pace.ms });
    return { poll: await load(polls), send: await load(messages) };
  };
}
