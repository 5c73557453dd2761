import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readPrivate, writePrivate } from '../keys/private-files.ts';
import type { AgentName } from '../hosts/hosts.ts';

interface Kept {
  id: string;
  /** The sequence of the last message that the agent was given. */
  sequence: number;
}

/** One run of an agent in its session. */
export interface SessionRun {
  /** The words that begin or continue the session. */
  words: readonly string[];
  /** What the agent knows already. */
  after: number;
  /** Whether the session was begun before. */
  continues: boolean;
  /** After a success: the next run continues the session, whose agent knows the messages up to this one. */
  keep(sequence: number): Promise<void>;
  /** After the agent failed to continue it: it may not exist any more, so the next run begins a new one. */
  forget(): Promise<void>;
}

/** The session of an agent that answers for a participant; it outlives this process. */
export class AgentSession {
  readonly #file: string;

  constructor(profileFolder: string, agent: AgentName, participantId: string) {
    this.#file = join(profileFolder, 'sessions', `${participantId}-${agent}.json`);
  }

  async run(): Promise<SessionRun> {
    const kept = await readPrivate<Kept>(this.#file);
    const id = kept?.id ?? randomUUID();
    return {
      words: [kept ? '--resume' : '--session-id', id],
      after: kept?.sequence ?? 0,
      continues: kept !== undefined,
      keep: (sequence) => writePrivate(this.#file, JSON.stringify({ id, sequence } satisfies Kept)),
      forget: () => rm(this.#file, { force: true }),
    };
  }
}
