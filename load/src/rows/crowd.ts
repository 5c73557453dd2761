import { cpuCosts } from '../cost.ts';
import { cpu, warmed, type Load } from '../load/load.ts';
import { get, openMeeting, sends } from '../meeting.ts';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import type { Measure, Pace, Prepare, Stage } from '../stage.ts';
import { atMost, micros, type Row } from '../table.ts';

const few = 10;
const clients = 8;
const ways = ['look', 'send', 'minimal'] as const;
const names = { look: 'get a space', send: 'send', minimal: 'send, `Prefer: return=minimal`,' };
const goals = { look: atMost(2), send: atMost(2), minimal: atMost(1.5) };

type Way = (typeof ways)[number];

/** The additional cost of a space with many participants, compared with one with few. */
export const crowd: Measure = async (stage) => {
  const { small, large } = await meeting(stage);
  const both = Object.fromEntries(
    ways.flatMap((way) => [[`small ${way}`, small[way]] as const, [`large ${way}`, large[way]] as const]),
  );
  const results = await alternate(stage.pace.rounds, both);
  return ways.map((way): Row => {
    const [more, fewer] = [results[`large ${way}`]!, results[`small ${way}`]!];
    return {
      work: `${nameOf(stage.pace, way)}: CPU`,
      value: ratioOf(more, cpu, fewer, cpu),
      unit: `× with ${few}`,
      goal: goals[way],
      figures: `${micros(medianOf(more, cpu))} against ${micros(medianOf(fewer, cpu))} per request, ${clients} clients`,
    };
  });
};

export const crowdCosts: Prepare = async (stage) => {
  const { large } = await meeting(stage);
  return cpuCosts(Object.fromEntries(ways.map((way) => [nameOf(stage.pace, way), large[way]])));
};

const manyOf = ({ quick }: Pace): number => (quick ? 100 : 1_000);
const nameOf = (pace: Pace, way: Way): string => `${names[way]} with ${manyOf(pace).toLocaleString('en')} participants`;

/** The same requests in a space with few participants and in one with many, from as many senders. */
async function meeting(stage: Stage): Promise<Record<'small' | 'large', Record<Way, () => Promise<Load>>>> {
  const { generator, pace } = stage;
  const { url, port, probe } = await stage.serve();
  const load = (requests: readonly Buffer[]) => warmed(generator, { port, probe, requests, clients, ms: pace.ms });
  const loads = async (members: number) => {
    const all = await openMeeting(url, members);
    const senders = { ...all, keys: all.keys.slice(0, few) };
    return {
      look: await load([get(all)]),
      send: await load(sends([senders])),
      minimal: await load(sends([senders], ['Prefer: return=minimal'])),
    };
  };
  return { small: await loads(few), large: await loads(manyOf(pace)) };
}
