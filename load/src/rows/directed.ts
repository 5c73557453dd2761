import { cpuCosts } from '../cost.ts';
import { cpu, rate, warmed, type Load } from '../load/load.ts';
import { requestBytes } from '../load/request.ts';
import { openMeeting, post, sends, type Meeting } from '../meeting.ts';
import { content } from '../message.ts';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import type { Measure, Prepare, Stage } from '../stage.ts';
import { atMost, micros, perSecond, type Row } from '../table.ts';

const clients = 32;
const addressees = 50;
const openDeliveries = 10_000;
/** Of one sender to one addressee: the limit of the server. */
const mostOpen = 100;
/** Enough pairs of a sender and an addressee that none reaches the limit: 12 × 11 in each space. */
const spaces = 16;
const members = 12;

const names = {
  direct: `send to one participant, ${clients} clients`,
  busy: `plain send, ${openDeliveries.toLocaleString('en')} open deliveries, ${clients} clients`,
};

/** What a delivery costs the sender, and what open deliveries cost everyone else in the space. */
export const directed: Measure = async (stage) => {
  const { rounds, quick } = stage.pace;
  const results = await alternate(quick ? rounds : 2 * rounds, await sending(stage));
  const row = (way: keyof typeof names, theirs: Load[], unit: string, goal: number): Row => {
    const ours = results[way];
    return {
      work: `${names[way]}: CPU`,
      value: ratioOf(ours, cpu, theirs, cpu),
      unit,
      goal: atMost(goal),
      figures: `${micros(medianOf(ours, cpu))}, ${perSecond(medianOf(ours, rate))} against ${micros(medianOf(theirs, cpu))}, ${perSecond(medianOf(theirs, rate))}`,
    };
  };
  return [row('direct', results.plain, '× a plain send', 1.3), row('busy', results.fresh, '× without', 1.1)];
};

export const directedCosts: Prepare = async (stage) => {
  const { direct, busy } = await sending(stage);
  return cpuCosts({ [names.direct]: direct, [names.busy]: busy });
};

/** The ways to send: `plain` and `fresh` are what `direct` and `busy` are compared with. */
async function sending(stage: Stage): Promise<Record<'plain' | 'direct' | 'fresh' | 'busy', () => Promise<Load>>> {
  const { ms } = stage.pace;
  const { url, port, probe } = await stage.serve();
  const load = (requests: readonly Buffer[]) => warmed(stage.generator, { port, probe, requests, clients, ms });
  const open = (members: number) => openMeeting(url, members);
  const meetings = () => Promise.all(Array.from({ length: spaces }, () => open(members)));
  const [plain, direct] = [await meetings(), await meetings()];
  const [fresh, busy] = [await open(addressees + 1), await open(addressees + 1)];
  for (let i = 0; i < openDeliveries / addressees; i += 1) {
    const sender = Math.floor(i / mostOpen);
    const to = busy.ids.filter((_, other) => other !== sender);
    await post(`${url}/hub/space/${busy.spaceId}/messages`, busy.keys[sender], { content, to });
    await post(`${url}/hub/space/${fresh.spaceId}/messages`, fresh.keys[sender], { content });
  }
  return {
    plain: await load(sends(plain)),
    direct: await load(inTurns(direct.map(directs))),
    fresh: await load(sends([fresh])),
    busy: await load(sends([busy])),
  };
}

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
