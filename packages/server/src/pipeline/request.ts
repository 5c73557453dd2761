import type { Contract, InputOf, Instant, Operation, OperationName } from '@parley/core';
import type { Identity } from '../auth/identity.ts';
import type { UnknownKeys } from '../auth/unknown-keys.ts';
import type { Feed } from '../events/feed.ts';
import type { Environment } from '../operations/define.ts';
import type { Committer } from '../space/committer.ts';
import type { HeadReader } from '../space/head-reader.ts';
import type { Snapshots } from '../space/snapshots.ts';
import type { IdempotencyRecord } from '../store/idempotency.ts';
import type { Asking } from '../transport/asking.ts';

export interface PipelineOptions {
  contract: Contract;
  env: Environment;
  committer: Committer;
  snapshots: Snapshots;
  heads: HeadReader;
  identity: Identity;
  unknownKeys: UnknownKeys;
  /** Stored answers of users are sealed with it. */
  secret: string;
  findRecords(placeId: string, scopes: string[]): Promise<IdempotencyRecord[]>;
  feed: Feed;
  admission: {
    /** Throws 429 when an address makes too much without a credential. */
    assertMayMake(what: string, address: string): void;
  };
  idempotencyTtlMs: number;
  /** Whether nothing more should be stored. */
  isFull(): boolean;
  now(): Instant;
}

/** The loop over all operations knows their types no longer; each was checked where it was defined. */
export type Some = OperationName & 'joinSpace';
export type SomeInput = InputOf<Some>;

/** One request for an operation, from any transport. */
export interface Request {
  operation: Operation;
  input: SomeInput;
  asking: Asking;
}

export interface Answered {
  answer: unknown;
  status: number;
  replayed: boolean;
}

export const answered = (operation: Operation, answer: unknown): Answered => ({
  answer,
  status: operation.status?.(answer) ?? operation.succeeds,
  replayed: false,
});
