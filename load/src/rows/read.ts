import { startBare } from '../bare/start.ts';
import { cpuCosts } from '../cost.ts';
import { cpu, rate, warmed, type Load } from '../load/load.ts';
import { requestBytes } from '../load/request.ts';
import { get, openMeeting, post } from '../meeting.ts';
import { content } from '../message.ts';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import type { Measure, Prepare, Stage } from '../stage.ts';
import { atMost, micros, perSecond, type Row } from '../table.ts';

const newMessages = 20;
const names = { list: `list ${newMessages} new messages over HTTP, 32 clients`, look: 'get a space over HTTP, 32 clients' };
const goals = { list: atMost(3.5), look: atMost(2.5) };

/** Reading the newest messages and the space over HTTP. */
export const read: Measure = async (stage) => {
  const { rounds, ms } = stage.pace;
  const { list, look } = await reading(stage);
  const { port, probe } = await stage.keep(startBare('http'));
  const request = requestBytes({ method: 'GET', path: '/', key: '0'.repeat(64) });
  const http = () => stage.generator.ask({ port, probe, requests: [request], clients: 32, ms });
  await http();
  const results = await alternate(rounds, { http, list, look });
  return (['list', 'look'] as const).map((way): Row => {
    const ours = results[way];
    return {
      work: `${names[way]}: CPU`,
      value: ratioOf(ours, cpu, results.http, cpu),
      unit: '× bare node:http',
      goal: goals[way],
      figures: `${micros(medianOf(ours, cpu))} against ${micros(medianOf(results.http, cpu))} per request; ${perSecond(medianOf(ours, rate))}`,
    };
  });
};

export const readCosts: Prepare = async (stage) => {
  const { list, look } = await reading(stage);
  return cpuCosts({ [names.list]: list, [names.look]: look });
};

/** Starts a server with a space that was read for a while. */
async function reading(stage: Stage): Promise<Record<'list' | 'look', () => Promise<Load>>> {
  const { ms } = stage.pace;
  const { url, port, probe } = await stage.serve();
  const meeting = await openMeeting(url, 5);
  const messages = `${url}/hub/space/${meeting.spaceId}/messages`;
  for (let i = 0; i < 2 * newMessages; i += 1) await post(messages, meeting.ownerKey, { content });
  const page = await fetch(`${messages}?limit=${newMessages}`, { headers: { 'x-private-key': meeting.ownerKey } });
  const { cursor } = (await page.json()) as { cursor: string };

  const load = (request: Buffer) => warmed(stage.generator, { port, probe, requests: [request], clients: 32, ms });
  const listing = get(meeting, `/messages?timestamp=${encodeURIComponent(cursor)}`);
  return { list: await load(listing), look: await load(get(meeting)) };
}
