import type { Build } from './build.ts';
import { openHome, type Home } from './home.ts';
import { unlessInterrupted } from './interrupted.ts';
import { startGenerator, type Generator } from './load/load.ts';
import { Databases } from './postgres/databases.ts';
import { Stage, type Pace } from './stage.ts';

/** What all sections share. */
export interface Venue {
  pace: Pace;
  generator: Generator;
  /** Of each build. */
  homes: Home[];
  /** Which PostgreSQL. */
  database: string;
}

/** Starts what all sections share, and stops it when the work ends or this process has to. */
export async function atVenue<Result>(
  pace: Pace,
  builds: readonly Build[],
  work: (venue: Venue) => Promise<Result>,
): Promise<Result> {
  const generator = startGenerator();
  const databases = await Databases.start();
  const hasDatabases = databases instanceof Databases;
  const open = async () => {
    const homes: Home[] = [];
    for (const build of builds) homes.push(await openHome(build, databases));
    const database = hasDatabases ? `PostgreSQL ${await databases.version()}` : databases.missing;
    return work({ pace, generator, homes, database });
  };
  try {
    return await unlessInterrupted(open());
  } finally {
    await generator.stop();
    if (hasDatabases) await databases.stop();
  }
}

/** Gives a section a stage for each build, and stops what it started. */
export async function onStages<Result>(
  { pace, generator, homes }: Venue,
  work: (...stages: Stage[]) => Promise<Result>,
): Promise<Result> {
  const stages = homes.map((home) => new Stage(pace, generator, home));
  try {
    return await work(...stages);
  } finally {
    await Promise.all(stages.map((stage) => stage.stop()));
  }
}
