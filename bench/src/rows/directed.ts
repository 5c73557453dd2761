import type { Load } from '../load/closed-loop.ts';
import { requestBytes } from '../load/request.ts';
import { openMeeting, post, sends, type Meeting } from '../meeting.ts';
import { content } from '../message.ts';
import { startParley } from '../parley.ts';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import type { Measure } from '../stage.ts';
import { atMost, micros, perSecond, type Row } from '../table.ts';

const clients = 32;
const addressees = 50;
const openDeliveries = 10_000;
/** Of one sender to one addressee: the limit of the server. */
const mostOpen = 100;
/** Enough pairs of a sender and an addressee that none reaches the limit: 12 × 11 in each space. */
const spaces = 16;
const members = 12;

/** What a delivery costs the sender, and what open deliveries cost everyone else in the space. */
export const directed: Measure = async ({ pace: { rounds, ms, quick }, generator, place }) => {
  const server = await startParley(place);
  try {
    const load =
      (requests: readonly Buffer[], forMs = ms) =>
      () =>
        generator.ask({ port: server.port, probe: server.probe, requests, clients, ms: forMs });
    const open = (members: number) => openMeeting(server.url, members);
    const meetings = () => Promise.all(Array.from({ length: spaces }, () => open(members)));
    const [plain, direct, fresh, busy] = [
      await meetings(),
      await meetings(),
      await open(addressees + 1),
      await open(addressees + 1),
    ];
    const ways = { plain: sends(plain), direct: inTurns(direct.map(directs)), fresh: sends([fresh]), busy: sends([busy]) };
    for (let i = 0; i < openDeliveries / addressees; i += 1) {
      const sender = Math.floor(i / mostOpen);
      const to = busy.ids.filter((_, other) => other !== sender);
      await post(`${server.url}/hub/space/${busy.spaceId}/messages`, busy.keys[sender], { content, to });
      await post(`${server.url}/hub/space/${fresh.spaceId}/messages`, fresh.keys[sender], { content });
    }
    for (const requests of Object.values(ways)) await load(requests, 2 * ms)();
    const results = await alternate(quick ? rounds : 2 * rounds, {
      plain: load(ways.plain),
      direct: load(ways.direct),
      fresh: load(ways.fresh),
      busy: load(ways.busy),
    });
    const row = (work: string, ours: Load[], theirs: Load[], unit: string, goal: number): Row => ({
      work,
      value: ratioOf(ours, cpu, theirs, cpu),
      unit,
      goal: atMost(goal),
      figures: `${micros(medianOf(ours, cpu))}, ${perSecond(medianOf(ours, rate))} against ${micros(medianOf(theirs, cpu))}, ${perSecond(medianOf(theirs, rate))}`,
    });
    return [
      row(`send to one participant, ${clients} clients: CPU`, results.direct, results.plain, '× a plain send', 1.3),
      row(
        `plain send, ${openDeliveries.toLocaleString('en')} open deliveries, ${clients} clients: CPU`,
        results.busy,
        results.fresh,
        '× without',
        1.1,
      ),
    ];
  } finally {
    await server.stop();
  }
};

const cpu = ({ cpuMicros }: Load): number => cpuMicros;
const rate = ({ perSecond }: Load): number => perSecond;

/** A request of each member to send the usual message to each other one. */
const directs = ({ spaceId, ids, keys }: Meeting): Buffer[] =>
  ids.slice(1).flatMap((_, step) =>
    keys.map((key, i) =>
      requestBytes({
        method: 'POST',
        path: `/hub/space/${spaceId}/messages`,
        key,
        body: { content, type: 'text', to: [ids[(i + step + 1) % ids.length]] },
      }),
    ),
  );

const inTurns = (lists: readonly (readonly Buffer[])[]): Buffer[] =>
  lists[0]!.flatMap((_, i) => lists.flatMap((list) => list[i] ?? []));
