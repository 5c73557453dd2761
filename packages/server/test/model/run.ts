import fc from 'fast-check';
import { Play } from './play.ts';
import { meetings, prelude } from './steps.ts';
import { timesRepeated } from '../rounds.ts';

const given = (name: string): number | undefined => (process.env[name] === undefined ? undefined : Number(process.env[name]));

/** Random meetings on every run; a failure prints the seed for MODEL_SEED, and the shortest failing meeting. */
export async function playMeetings(servers: readonly string[], runs: number): Promise<void> {
  const seed = given('MODEL_SEED');
  const property = fc.asyncProperty(meetings, async ({ privacy, guests, documents, steps }) => {
    const play = await Play.begin(servers, privacy);
    for (const step of [...prelude(privacy, guests, documents), ...steps]) await play.take(step);
    await play.finish();
  });
  await fc.assert(property, { numRuns: given('MODEL_RUNS') ?? timesRepeated(runs), ...(seed !== undefined && { seed }) });
}
