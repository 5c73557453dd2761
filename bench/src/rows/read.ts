import { startBare } from '../bare/start.ts';
import type { Load } from '../load/closed-loop.ts';
import { requestBytes } from '../load/request.ts';
import { get, openMeeting, post } from '../meeting.ts';
import { content } from '../message.ts';
import { startParley } from '../parley.ts';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import type { Measure } from '../stage.ts';
import { atMost, micros, perSecond } from '../table.ts';

const newMessages = 20;

/** Reading the newest messages and the space over HTTP. */
export const read: Measure = async ({ pace: { rounds, ms }, generator, place }) => {
  const [server, http] = await Promise.all([startParley(place), startBare('http')]);
  try {
    const meeting = await openMeeting(server.url, 5);
    const messages = `${server.url}/hub/space/${meeting.spaceId}/messages`;
    for (let i = 0; i < 2 * newMessages; i += 1) await post(messages, meeting.ownerKey, { content });
    const page = await fetch(`${messages}?limit=${newMessages}`, { headers: { 'x-private-key': meeting.ownerKey } });
    const { cursor } = (await page.json()) as { cursor: string };

    const load =
      (target: { port: number; probe: string }, request: Buffer, forMs = ms) =>
      () =>
        generator.ask({ port: target.port, probe: target.probe, requests: [request], clients: 32, ms: forMs });
    const listing = get(meeting, `/messages?timestamp=${encodeURIComponent(cursor)}`);
    const looking = get(meeting);
    const bare = requestBytes({ method: 'GET', path: '/', key: meeting.ownerKey });
    await load(server, listing, 2 * ms)();
    await load(server, looking, 2 * ms)();
    await load(http, bare)();

    const results = await alternate(rounds, { http: load(http, bare), list: load(server, listing), look: load(server, looking) });
    const row = (work: string, ours: readonly Load[]) => ({
      work: `${work} over HTTP, 32 clients: CPU`,
      value: ratioOf(ours, cpu, results.http, cpu),
      unit: '× bare node:http',
      goal: atMost(4),
      figures: `${micros(medianOf(ours, cpu))} against ${micros(medianOf(results.http, cpu))} per request; ${perSecond(medianOf(ours, (l) => l.perSecond))}`,
    });
    return [row(`list ${newMessages} new messages`, results.list), row('get a space', results.look)];
  } finally {
    await Promise.all([server.stop(), http.stop()]);
  }
};

const cpu = ({ cpuMicros }: Load): number => cpuMicros;
