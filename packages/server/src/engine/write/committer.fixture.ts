import { tables } from '../../resources/index.ts';
import { newSpace, apply, defaultLimits, ServiceError, type Changes, type SpaceState } from '@parley/core';
import { recordingMeter } from '../../host/metrics/recording.fixture.ts';
import type { Alone } from '../store/alone.ts';
import type { Batch, SpaceCommit } from '../store/commit.ts';
import type { Head } from '../store/heads.ts';
import type { IdempotencyRecord } from '../store/idempotency.ts';
import { Committer } from './committer.ts';
import { HeadReader } from '../read/head-reader.ts';
import type { Patience } from '../async/patience.ts';
import { Snapshots } from '../read/snapshots.ts';
import type { SpaceWrite } from './decide.ts';

interface Sent {
  batch: Batch;
  slot: number;
  pass(): Promise<void>;
  fail(error: unknown): Promise<void>;
}

/** Resolves once everything that can proceed has done so. */
export const quiet = async () => {
  for (let i = 0; i < 12; i += 1) await new Promise(setImmediate);
};

export const eventually = async (isSo: () => boolean) => {
  while (!isSo()) await quiet();
};

export const aSpace = (spaceId: string): SpaceState =>
  newSpace({ spaceId, ownerId: 'owner', keyHash: `key of ${spaceId}`, name: '', description: '', privacy: 'public', ttl: 60 }, 0);

/** Fences like the real one, and answers when the test decides. */
export class Database {
  readonly spaces = new Map<string, { rev: number; state: SpaceState; bytes: number }>();
  readonly records: (IdempotencyRecord & { spaceId: string })[] = [];
  readonly sent: Sent[] = [];
  readonly told: string[] = [];
  loads = 0;
  look = async (_spaceId: string): Promise<void> => {};

  head = (spaceId: string): Head => ({ spaceId, rev: this.spaces.get(spaceId)!.rev, sequence: 0, lastMs: 0 });

  /** Another process changes a space. */
  change(spaceId: string, changes: Changes): void {
    const { rev, state, bytes } = this.spaces.get(spaceId)!;
    this.spaces.set(spaceId, { rev: rev + 1, state: apply(state, changes), bytes });
  }

  store = (batch: Batch, slot: number) =>
    new Promise<Map<string, Head>>((resolve, reject) => {
      const pass = () => {
        for (const { state } of batch.creations) this.spaces.set(state.space.spaceId, { rev: 1, state, bytes: 0 });
        const passed = batch.commits.filter((commit) => this.#passes(commit)).map(({ spaceId }) => spaceId);
        const created = batch.creations.map(({ state }) => state.space.spaceId);
        resolve(new Map([...passed, ...created].map((spaceId) => [spaceId, this.head(spaceId)])));
        return quiet();
      };
      const fail = (error: unknown) => {
        reject(error);
        return quiet();
      };
      this.sent.push({ batch, slot, pass, fail });
    });

  alone: Alone = (spaceId, work) =>
    work({
      load: async () => ({ ...this.spaces.get(spaceId)!, head: this.head(spaceId) }),
      store: (batch) => {
        const stored = this.store(batch, 0);
        void this.sent.pop()!.pass();
        return stored;
      },
    });

  async findRecords(spaceId: string, scopes: string[]): Promise<IdempotencyRecord[]> {
    await this.look(spaceId);
    return this.records.filter((record) => record.spaceId === spaceId && scopes.includes(record.scope));
  }

  #passes({ spaceId, rev, bumps, saved, records, room }: SpaceCommit): boolean {
    const now = this.spaces.get(spaceId);
    if (now?.rev !== rev || now.bytes < room.least || now.bytes > room.most) return false;
    if (records.some(({ scope }) => this.records.some((known) => known.scope === scope))) return false;
    now.bytes += room.bytes;
    const [space] = saved.spaces ?? [];
    if (bumps) this.change(spaceId, space ? { space } : {});
    this.records.push(...records.map((record) => ({ ...record, spaceId })));
    return true;
  }
}

const limits = { ...defaultLimits, bytesPerSpace: 1_000_000 };

export function given(
  spaceIds: string[],
  spacesPerBatch = 256,
  patience: Patience = { tries: 8, pauseMs: () => 0 },
  isShared = false,
  slots = 2,
) {
  const db = new Database();
  for (const spaceId of spaceIds) db.spaces.set(spaceId, { rev: 1, state: aSpace(spaceId), bytes: 0 });
  const recorded = recordingMeter();
  const { meter } = recorded;
  const load = async (spaceId: string) => {
    db.loads += 1;
    const found = db.spaces.get(spaceId);
    return found && { ...found, head: db.head(spaceId) };
  };
  const snapshots = new Snapshots(load, { meter });
  for (const spaceId of spaceIds) snapshots.put(spaceId, 1, db.spaces.get(spaceId)!.state, 0);
  const committer = new Committer({
    snapshots,
    heads: new HeadReader(async (ids) => ids.filter((id) => db.spaces.has(id)).map(db.head)),
    slots,
    store: db.store,
    alone: isShared ? (spaceId, work) => db.alone(spaceId, work) : undefined,
    findRecords: (spaceId, scopes) => db.findRecords(spaceId, scopes),
    committed: ({ spaceId }) => db.told.push(spaceId),
    now: () => 1,
    env: { limits, tables },
    patience,
    spacesPerBatch,
    meter,
  });
  return { db, committer, snapshots, recorded };
}

/** The name of a space records the writes that it received, in order. */
export const append = (letter: string, scope?: string): SpaceWrite<string> => ({
  admit: () => undefined,
  decide: ({ space }) => {
    const name = space.name + letter;
    return { changes: { space: { ...space, name } }, outcome: name };
  },
  record: scope ? (outcome) => recordOf(scope, outcome) : undefined,
  size: 1,
});

export const recordOf = (scope: string, sealed: string): IdempotencyRecord => ({
  scope,
  digest: '',
  status: 200,
  sealed,
  expiresAt: 9,
});
export const refusal = new ServiceError('muted', 'no');
/** Stores something without changing the state. */
export const say = (text: string, scope?: string): SpaceWrite<string> => ({
  admit: () => undefined,
  decide: ({ space }) => ({
    events: [{ event: 'message', body: { text } as never }],
    outcome: `${space.name}${text}`,
  }),
  record: scope ? (outcome) => recordOf(scope, outcome) : undefined,
  size: 1,
});

export const refusing: SpaceWrite<string> = {
  admit: () => undefined,
  decide: ({ space }) => {
    if (space.name !== 'open') throw refusal;
    return { outcome: 'let in' };
  },
  size: 1,
};
export const spacesOf = ({ batch }: Sent) => batch.commits.map(({ spaceId }) => spaceId);
export const rename = (db: Database, spaceId: string, name: string) =>
  db.change(spaceId, { space: { ...db.spaces.get(spaceId)!.state.space, name } });
export const stateOf = async (promise: Promise<unknown>) => {
  const pending = Symbol('pending');
  const first = await Promise.race([
    promise.then(
      () => 'resolved',
      () => 'rejected',
    ),
    quiet().then(() => pending),
  ]);
  return first === pending ? 'pending' : first;
};
