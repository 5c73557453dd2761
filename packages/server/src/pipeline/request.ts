import type { Contract, InputOf, Instant, Operation, OperationName } from '@parley/core';
import type { Identity } from '../auth/identity.ts';
import type { UnknownKeys } from '../auth/unknown-keys.ts';
import type { Feed } from '../events/feed.ts';
import type { Environment } from '../operations/define.ts';
import type { Committer } from '../space/committer.ts';
import type { HeadReader } from '../space/head-reader.ts';
import type { Presence } from '../space/presence.ts';
import type { Snapshots } from '../space/snapshots.ts';
import type { IdempotencyRecord } from '../store/idempotency.ts';
import type { Asking } from '../transport/asking.ts';

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
    /** Throws 429 if an address creates too much without a credential. */
    assertMayMake(what: string, address: string): void;
  };
  idempotencyTtlMs: number;
  /** Whether writes must be refused. */
  isFull(): boolean;
  now(): Instant;
}

/** The loop over all operations loses their types; each one is checked where it is defined. */
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
