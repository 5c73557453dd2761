import type { Load } from '../load/closed-loop.ts';
import { get, openMeeting, sends } from '../meeting.ts';
import { startParley } from '../parley.ts';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import type { Measure } from '../stage.ts';
import { atMost, micros } from '../table.ts';

const few = 10;
const clients = 8;

/** The additional cost of a space with many participants, compared with one with few. */
export const crowd: Measure = async ({ pace: { rounds, ms, quick }, generator, place }) => {
  const many = quick ? 100 : 1_000;
  const server = await startParley(place);
  try {
    const small = await openMeeting(server.url, few);
    const large = await openMeeting(server.url, many);
    const load = (requests: readonly Buffer[]) => () =>
      generator.ask({ port: server.port, probe: server.probe, requests, clients, ms });
    const fewOfMany = { ...large, keys: large.keys.slice(0, few) };
    const minimal = ['Prefer: return=minimal'];
    const ways = {
      lookSmall: load([get(small)]),
      lookLarge: load([get(large)]),
      sendSmall: load(sends([small])),
      sendLarge: load(sends([fewOfMany])),
      minimalSmall: load(sends([small], minimal)),
      minimalLarge: load(sends([fewOfMany], minimal)),
    };
    await alternate(1, ways);
    const results = await alternate(rounds, ways);
    const row = (work: string, large: readonly Load[], small: readonly Load[]) => ({
      work: `${work} with ${many.toLocaleString('en')} participants: CPU`,
      value: ratioOf(large, cpu, small, cpu),
      unit: `× with ${few}`,
      goal: atMost(1.5),
      figures: `${micros(medianOf(large, cpu))} against ${micros(medianOf(small, cpu))} per request, ${clients} clients`,
    });
    return [
      row('get a space', results.lookLarge, results.lookSmall),
      row('send', results.sendLarge, results.sendSmall),
      row('send, `Prefer: return=minimal`,', results.minimalLarge, results.minimalSmall),
    ];
  } finally {
    await server.stop();
  }
};

const cpu = ({ cpuMicros }: Load): number => cpuMicros;
