import { setTimeout as sleep } from 'node:timers/promises';
import { createArtifact } from '@parley/testing';
import { isRefused, openGroup, type Group } from '../../clients/group.ts';
import { readinessFaults } from '../../clients/health.ts';
import { openMeeting } from '../../clients/meeting.ts';
import { edit, talk } from '../../clients/work.ts';
import { answerFaults } from '../../history/answers.ts';
import type { Named } from '../../report/scenarios.ts';
import type { Server } from '../../servers/serve.ts';
import type { Ground, Scenario } from '../ground.ts';

/** What happens to servers. It lasts until all that it names has happened. */
interface Trial {
  servers: readonly [Server, ...Server[]];
  /** Returns what is wrong. */
  begin(group: Group): Promise<readonly string[] | void> | void;
  end?(): unknown;
  lastsMs?: number;
  /** The places of the servers that have to refuse a write, and of those that have to acknowledge one. */
  refusing?: readonly number[];
  writing?: readonly number[];
  /** Those that have to say that they are not ready. */
  unready?: readonly Server[];
  /** Whether a connection can break without an answer: only if a server was harmed itself. */
  breaks?: boolean;
}

export interface Fault extends Omit<Named, 'name'> {
  /** `pauseMs` is how long something is paused or cut off, at least. */
  prepare(ground: Ground, pauseMs: number): Promise<Trial>;
}

const [talkers, editors, artifacts] = [6, 4, 2];

/** The scenario in which people talk and edit through all servers while a fault happens: what everybody was told is compared. */
export const scenarioOf = ([name, fault]: [string, Fault]): Scenario => ({
  name,
  ...fault,
  async run(ground, { pauseMs = 30_000, patienceMs = 15_000 }) {
    const trial = await fault.prepare(ground, pauseMs);
    const { servers } = trial;
    const group = openGroup({ servers });
    const { members } = await openMeeting(servers[0], 1 + talkers + editors);
    const [owner, ...others] = members;
    const plans = await Promise.all(Array.from({ length: artifacts }, () => createArtifact(servers[0], owner!)));
    servers.forEach((_, server) => group.reads(`server ${server}`, owner!, server));
    const clients = others.map((member) => group.client(member));
    group.works(
      ...clients.slice(0, talkers).map((client, i) => talk(client, `Talker ${i}`)),
      ...clients.slice(talkers).map((client, i) => edit(client, plans[i % artifacts]!, `Editor ${i}`)),
    );

    await group.writes();
    const wrong = await disturb(trial, group);
    const recoveredMs = await group.writes();
    wrong.push(...(await readinessFaults(servers, true)));
    await group.rest();
    const contradictions = await group.check(owner!);
    group.leave();
    const refusals = group.readers.flatMap(({ ends }) =>
      ends.flatMap(({ why, status }) => (status === undefined || status === 503 ? [] : [why])),
    );
    const { attempts, acknowledged } = group.history;
    const refused = attempts.filter(({ status }) => status === 503).length;
    const unanswered = attempts.filter(({ status }) => !status).length;
    return {
      faults: [
        ...wrong,
        ...refusals,
        ...contradictions,
        ...(acknowledged === 0 ? ['nothing was acknowledged'] : []),
        // Somebody else has the lock, or has got it.
        ...answerFaults(attempts, { statuses: [423, 503], patienceMs, breaks: trial.breaks === true }),
      ],
      cells: [
        [
          `${acknowledged} acknowledged`,
          `${refused} × 503`,
          ...(unanswered > 0 ? [`${unanswered} unanswered`] : []),
          `slowest answer ${seconds(Math.max(0, ...attempts.map(({ ms }) => ms)))}`,
          `all servers wrote again after ${seconds(recoveredMs)}`,
        ].join(', '),
      ],
    };
  },
});

/** Lets a fault last until it was noticed. Returns what is wrong. */
async function disturb({ begin, end, lastsMs, refusing, writing, unready }: Trial, group: Group): Promise<string[]> {
  try {
    const wrong = (await begin(group)) ?? [];
    const [unsaid] = await Promise.all([
      readinessFaults(unready ?? [], false),
      sleep(lastsMs ?? 0),
      group.sees(isRefused, refusing ?? []),
      group.writes(writing ?? []),
    ]);
    return [...wrong, ...unsaid];
  } finally {
    await end?.();
  }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
