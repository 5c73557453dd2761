import { successOf, type Contract, type InputOf, type Instant, type OperationName } from '@parley/core';
import type { Asked } from './admission/client.ts';
import type { Seats } from './admission/seats.ts';
import type { Workload } from './admission/workload.ts';
import type { Identity } from '../account/identity.ts';
import type { Audit } from '../engine/observe/audit.ts';
import type { UnknownKeys } from '../engine/keys/unknown-keys.ts';
import type { Feed } from '../engine/stream/feed.ts';
import type { Environment } from '../engine/environment.ts';
import type { Committer } from '../engine/write/committer.ts';
import type { HeadReader } from '../engine/read/head-reader.ts';
import type { Presence } from '../engine/stream/presence.ts';
import type { Snapshots } from '../engine/read/snapshots.ts';
import type { FreeDisk } from '../engine/store/free-disk.ts';
import type { IdempotencyRecord } from '../engine/store/idempotency.ts';
import type { CallMetadata } from './metadata.ts';
import type { Plan } from './plan.ts';

export interface PipelineOptions {
  contract: Contract;
  env: Environment;
  committer: Committer;
  snapshots: Snapshots;
  heads: HeadReader;
  presence: Presence;
  identity: Identity;
  unknownKeys: UnknownKeys;
  /** Encrypts stored answers to users. */
  secret: string;
  findRecords(placeId: string, scopes: string[]): Promise<IdempotencyRecord[]>;
  feed: Feed;
  admission: {
    /** Throws or rejects with 429 if an address creates too much without a credential. */
    assertMayMake(what: string, address: string): void | Promise<void>;
    /** Takes the only export of a space at a time; false if it is taken. */
    mayExport(spaceId: string): Promise<boolean>;
    exported(spaceId: string): void;
    refused(limit: 'disk'): void;
    /** Uploads in progress. */
    uploads: Pick<Seats, 'take' | 'leave'>;
    /** Searches in progress. */
    searches: Pick<Seats, 'take' | 'leave'>;
    /** Counts a call as several of its client. Rejects with 429 if that exceeds its limit. */
    countCostly(asked: Asked, address: string): Promise<void>;
    /** The calls in progress. */
    workload: Pick<Workload, 'begin' | 'end' | 'aside'>;
  };
  idempotencyTtlMs: number;
  audit: Audit;
  /** Told about calls without a credential. */
  refused?: ((name: OperationName, error: unknown) => void) | undefined;
  /** If too little of it is free, writes are refused. */
  disk: Pick<FreeDisk, 'isBelow'>;
  now(): Instant;
}

/** One request for an operation, from any transport. */
export interface Request {
  readonly operation: Plan;
  readonly input: InputOf<OperationName>;
  /** Empty if it is about no space. */
  readonly spaceId: string;
  readonly metadata: CallMetadata;
  /** Who sends it, once that is known, if it is sent for a user. */
  userId?: string;
}

export interface Answered {
  answer: unknown;
  status: number;
  /** Whether it is that of an earlier try. */
  replayed: boolean;
  /** Whether the lists of the context bundle were left out. */
  isMinimal: boolean;
}

/** `replayed`: the status of the earlier try whose answer this is. */
export const answered = (
  { operation, metadata }: Pick<Request, 'operation' | 'metadata'>,
  answer: unknown,
  { replayed }: { replayed?: number } = {},
): Answered => {
  const prefersMinimal = metadata.prefersMinimal === true;
  return {
    answer: prefersMinimal && operation.leavesOut ? without(operation.leavesOut, answer) : answer,
    status: replayed ?? (operation.canWait ? successOf(operation, answer) : operation.succeeds),
    replayed: replayed !== undefined,
    isMinimal: prefersMinimal && operation.canBeMinimal,
  };
};

const without = (fields: readonly string[], answer: unknown): object =>
  Object.fromEntries(Object.entries(answer as object).filter(([field]) => !fields.includes(field)));
