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

/** What a delivery costs the sender, and what open deliveries cost everyone else in the space. */
export const directed: Measure = async ({ pace: { rounds, ms, quick }, generator, place }) => {
  const server = await startParley(place);
  try {
    const load =
      (requests: readonly Buffer[], forMs = ms) =>
      () =>
        generator.ask({ port: server.port, probe: server.probe, requests, clients, ms: forMs });
    const open = (members: number) => openMeeting(server.url, members);
    const [plain, direct, fresh, busy] = [await open(5), await open(5), await open(addressees + 1), await open(addressees + 1)];
    const ways = { plain: sends([plain]), direct: await directs(server.url, direct), fresh: sends([fresh]), busy: sends([busy]) };
    const to = (await idsIn(server.url, busy)).slice(1);
    for (let i = 0; i < openDeliveries / addressees; i += 1) {
      await post(`${server.url}/hub/space/${busy.spaceId}/messages`, busy.ownerKey, { content, to });
      await post(`${server.url}/hub/space/${fresh.spaceId}/messages`, fresh.ownerKey, { content });
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

/** The ids of all members, the owner first. */
async function idsIn(url: string, { spaceId, ownerKey }: Meeting): Promise<string[]> {
  const response = await fetch(`${url}/hub/space/${spaceId}`, { headers: { 'x-private-key': ownerKey } });
  const { participants } = (await response.json()) as { participants: { participantId: string }[] };
  return participants.map(({ participantId }) => participantId);
}

/** A request of each member to send the usual message to another one. */
async function directs(url: string, meeting: Meeting): Promise<Buffer[]> {
  const [owner, first] = await idsIn(url, meeting);
  return meeting.keys.map((key, i) =>
    requestBytes({
      method: 'POST',
      path: `/hub/space/${meeting.spaceId}/messages`,
      key,
      body: { content, type: 'text', to: [i === 0 ? first : owner] },
    }),
  );
}
