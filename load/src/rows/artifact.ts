import { startBare } from '../bare/start.ts';
import { cpuCosts } from '../cost.ts';
import { cpu, rate, warmed, type Load } from '../load/load.ts';
import { requestBytes } from '../load/request.ts';
import { get, openMeeting, post, type Meeting } from '../meeting.ts';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import type { Measure, Prepare, Stage } from '../stage.ts';
import { atMost, micros, perSecond, type Row } from '../table.ts';

const clients = 8;
const bytes = 10_000;
const content = `# Plan\n${'All of us agree on this line.\n'.repeat(bytes / 30)}`;
const names = { write: `write an artifact of 10 kB, ${clients} clients`, read: `read it, ${clients} clients` };
const goals = { write: atMost(8), read: atMost(4) };

/** Writing a whole artifact, each time as a new version of a long history, and reading it. */
export const artifact: Measure = async (stage) => {
  const { rounds, ms } = stage.pace;
  const ways = await using(stage);
  const { port, probe } = await stage.keep(startBare('fastify'));
  const request = requestBytes({ method: 'POST', path: '/', key: '0'.repeat(64), body: { content } });
  const bare = () => stage.generator.ask({ port, probe, requests: [request], clients, ms });
  await bare();
  const results = await alternate(rounds, { bare, ...ways });
  return (['write', 'read'] as const).map((way): Row => {
    const ours = results[way];
    return {
      work: `${names[way]}: CPU`,
      value: ratioOf(ours, cpu, results.bare, cpu),
      unit: '× bare Fastify',
      goal: goals[way],
      figures: `${micros(medianOf(ours, cpu))} against ${micros(medianOf(results.bare, cpu))} per request; ${perSecond(medianOf(ours, rate))}`,
    };
  });
};

export const artifactCosts: Prepare = async (stage) => {
  const { write, read } = await using(stage);
  return cpuCosts({ [names.write]: write, [names.read]: read });
};

/** The writer holds the locks, as releases without partial edits require. */
async function using(stage: Stage): Promise<Record<'write' | 'read', () => Promise<Load>>> {
  const { ms } = stage.pace;
  const { url, port, probe } = await stage.serve();
  const meetings = await Promise.all(Array.from({ length: clients }, () => openMeeting(url)));
  const paths = await Promise.all(meetings.map((meeting) => lockedArtifact(url, meeting)));
  const writes = meetings.map(({ spaceId, ownerKey: key }, i) =>
    requestBytes({ method: 'PATCH', path: `/hub/space/${spaceId}${paths[i]}`, key, body: { content } }),
  );
  const reads = meetings.map((meeting, i) => get(meeting, paths[i]));
  const load = (requests: Buffer[]) => warmed(stage.generator, { port, probe, requests, clients, ms });
  return { write: await load(writes), read: await load(reads) };
}

async function lockedArtifact(url: string, { spaceId, ownerKey }: Meeting): Promise<string> {
  const space = `${url}/hub/space/${spaceId}`;
  const { id } = (await post(`${space}/artifact`, ownerKey, { name: 'Plan', type: 'markdown', content })) as { id: string };
  await post(`${space}/artifact/${id}/lock`, ownerKey);
  return `/artifact/${id}`;
}
