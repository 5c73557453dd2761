import type { Environment } from './environment.ts';
import type {
  Auth,
  Caller,
  Contract,
  FactName,
  InputOf,
  Instant,
  OperationName,
  OutputOf,
  Participant,
  Visibility,
  SpaceState,
  StoredFile,
} from '@parley/core';

import type { Download } from './present/download.ts';
import type { JsonFields, Json, Pieces } from './present/json.ts';
import type { SpacePresence } from './stream/presence.ts';
import type { Effects, Latest } from './write/effects.ts';
import type { Snapshot } from './read/snapshots.ts';
import type { Head } from './store/heads.ts';
import type { Creation } from './store/commit.ts';
import type { IdempotencyRecord } from './store/idempotency.ts';
import type { User, Visitor } from './visitor.ts';

type CallerOf<Who extends Auth> = Who extends 'owner' | 'participant' | 'member'
  ? Participant
  : Who extends 'invitation'
    ? Extract<Caller, { kind: 'invitation' }>
    : Who extends 'anyKey'
      ? Caller
      : never;

export type Answer<Name extends OperationName> = OutputOf<Name> | Json<OutputOf<Name>> | Pieces<OutputOf<Name>>;

interface Asked<Name extends OperationName> {
  input: InputOf<Name>;
  now: Instant;
  env: Environment;
}

interface AskedOfSpace<Name extends OperationName> extends Asked<Name> {
  caller: CallerOf<Contract[Name]['auth']>;
  state: SpaceState;
}

/** The input of an answer that includes the context bundle. */
export interface AskedToTell<Name extends OperationName> extends AskedOfSpace<Name> {
  /** The context bundle, as JSON without braces, as far as the caller requested it. */
  context(visibility: Visibility): JsonFields;
  presence(): SpacePresence | Promise<SpacePresence>;
  /** The end of the log, if it was read for the answer; a write knows what it has stored itself. */
  head?: number | undefined;
}

interface AskedToWrite<Name extends OperationName> extends AskedOfSpace<Name>, Visitor {
  /** What an earlier write of the same turn saved. */
  latest: Latest;
}

/** The input of what is read before a decision. */
interface AskedToPrepare<Name extends OperationName> extends Asked<Name> {
  /** Admits the caller, as the decision will again. */
  caller(): Promise<CallerOf<Contract[Name]['auth']>>;
  /** The space as this process knows it; it can be out of date. */
  known(): Pick<Snapshot, 'state' | 'bytes'> | undefined;
  /** What was prepared before was out of date when it was decided. */
  isAgain: boolean;
}

/** Needs no key. */
export interface Plain<Name extends OperationName> {
  kind: 'plain';
  answer(asked: AskedPlainly<Name>): Answer<Name> | Promise<Answer<Name>>;
}

interface AskedPlainly<Name extends OperationName> extends Asked<Name>, Pick<Visitor, 'link'> {
  /** The IP address of the caller. */
  ip: string;
  /** Stores a new space. */
  create(creation: Creation): Promise<void>;
}

/**
 * Decides what happens in a space. `prepare` fetches what the state does not contain; it can be out of date when `decide` runs.
 * A retry gets the outcome of the first attempt, with the current state of the space.
 */
export interface Write<Name extends OperationName, Outcome = unknown, Prepared = unknown> {
  kind: 'write';
  prepare?(asked: AskedToPrepare<Name>): Prepared | Promise<Prepared>;
  decide(asked: AskedToWrite<Name>, prepared: Prepared): Effects<Outcome>;
  /** `decide` compares what was prepared with the state, and throws `Outdated` itself. */
  checksPrepared?: boolean;
  /** The outcome is an object that contains nothing but what the log has in clear too. */
  isLogged?: boolean;
  /** Computes the answer from the outcome, if they differ. */
  tell?(outcome: Outcome, asked: AskedToTell<Name>): Answer<Name> | Promise<Answer<Name>>;
  /** Of an upload: reserves what the file needs while its bytes arrive. They are what is prepared for the decision. */
  reserve?(asked: AskedToWrite<Name>, upload: Reserving): StoredFile;
}

interface Reserving {
  fileId: string;
  claimedType: string | undefined;
  /** How many there will be, if the client says so. */
  bytes: number | undefined;
}

/** A file whose bytes are stored. */
export interface Received extends Pick<StoredFile, 'bytes' | 'sha256' | 'type'> {
  fileId: string;
}

/** Reads a space, whose log ends at `head`. */
export interface Read<Name extends OperationName> {
  kind: 'read';
  answer(asked: AskedToTell<Name>, head: Head): AnswerOrQuiet<Name> | Promise<AnswerOrQuiet<Name>>;
}

type AnswerOrQuiet<Name extends OperationName> = Answer<Name> | Quiet<Answer<Name>>;

/** An answer without news: a caller can choose to wait for the next event instead. */
export class Quiet<Value> {
  readonly answer: Value;
  readonly waitMs: number;
  /** The kind of event to wait for, if not any. */
  readonly event: FactName | undefined;

  constructor(answer: Value, waitMs: number, event?: FactName) {
    this.answer = answer;
    this.waitMs = waitMs;
    this.event = event;
  }
}

/** Follows a space; the transport decides how. */
export interface Follow<Name extends OperationName> {
  kind: 'follow';
  from(input: InputOf<Name>): { after: number } | { at: Instant } | undefined;
}

/** Stores the effect of an answer together with its record; returns the answer of an earlier try if there was one. */
type Once<Name extends OperationName> = (
  answer: Answer<Name>,
  store: (record: IdempotencyRecord | undefined) => Promise<boolean>,
) => Promise<Answer<Name>>;

/** A file that is made while it is sent. */
export interface FileContent {
  fileName: string;
  mediaType: string;
  /** Its content, a piece at a time. */
  texts(): AsyncIterable<string | Uint8Array>;
}

interface AskedToDownload<Name extends OperationName> extends Asked<Name> {
  /** The space as it is now. Throws once the caller is not admitted any more. */
  load(): Promise<Pick<AskedOfSpace<Name>, 'state' | 'caller'> & { head: Head }>;
  /** The same for an operation that needs no key. */
  present(): Promise<Pick<AskedOfSpace<Name>, 'state' | 'now'>>;
  /** For a file that can be large: one at a time for each space. */
  alone(content: FileContent): Promise<Download>;
  /** Takes room for a file that can be sent only once. Throws if there is none. */
  takeRoom(bytes: number): void;
}

/** Answers with a file. */
export interface DownloadOf<Name extends OperationName> {
  kind: 'download';
  open(asked: AskedToDownload<Name>): Promise<Download>;
}

/** What is known of a user who shows a session, or one of several credentials. */
type UserOf<Who extends Auth> = Who extends 'session' ? User : Pick<User, 'userId'>;

/** For a user. `stateOf` is the current state of a space. */
export interface OfUser<Name extends OperationName> {
  kind: 'ofUser';
  answer(
    asked: Asked<Name> & {
      user: UserOf<Contract[Name]['auth']>;
      once: Once<Name>;
      stateOf(spaceId: string): Promise<SpaceState | undefined>;
    },
  ): Promise<Answer<Name>>;
}

export type Implementation<Name extends OperationName> =
  | Plain<Name>
  | Write<Name>
  | Read<Name>
  | Follow<Name>
  | DownloadOf<Name>
  | OfUser<Name>;

export const plain = <Name extends OperationName>(answer: Plain<Name>['answer']): Plain<Name> => ({ kind: 'plain', answer });

export const write = <Name extends OperationName, Outcome = Answer<Name>>(
  decide: Write<Name, Outcome, undefined>['decide'],
  tell?: Write<Name, Outcome>['tell'],
): Write<Name, Outcome> => ({ kind: 'write', decide, ...(tell && { tell }) });

export const writeWith =
  <Name extends OperationName>() =>
  <Prepared, Outcome = Answer<Name>>(
    prepare: (asked: AskedToPrepare<Name>) => Prepared | Promise<Prepared>,
    decide: Write<Name, Outcome, Prepared>['decide'],
    tell?: Write<Name, Outcome>['tell'],
    traits: Pick<Write<Name>, 'isLogged' | 'checksPrepared'> = {},
  ): Write<Name, Outcome> => ({
    kind: 'write',
    ...traits,
    prepare,
    decide,
    ...(tell && { tell }),
  });

export const read = <Name extends OperationName>(answer: Read<Name>['answer']): Read<Name> => ({ kind: 'read', answer });

export const follow = <Name extends OperationName>(from: Follow<Name>['from']): Follow<Name> => ({ kind: 'follow', from });

export const download = <Name extends OperationName>(open: DownloadOf<Name>['open']): DownloadOf<Name> => ({
  kind: 'download',
  open,
});

export const ofUser = <Name extends OperationName>(answer: OfUser<Name>['answer']): OfUser<Name> => ({ kind: 'ofUser', answer });
