import {
  accessOf,
  admit,
  isIdempotent,
  ServiceError,
  type Auth,
  type Caller,
  type Contract,
  type CredentialKind,
  type InputOf,
  type Instant,
  type Operation,
  type OperationName,
  type Sight,
  type SpaceState,
} from '@parley/core';
import { holderIn } from './auth/caller.ts';
import { credentialMissing, retrierOf, type Identity } from './auth/identity.ts';
import type { Credential } from './auth/keys.ts';
import type { UnknownKeys } from './auth/unknown-keys.ts';
import type { Feed } from './events/feed.ts';
import type { Following } from './events/follow.ts';
import { nextEvent } from './events/next.ts';
import {
  Outdated,
  Quiet,
  type Environment,
  type Follow,
  type Implementation,
  type OfUser,
  type Read,
  type Write,
} from './operations/define.ts';
import { operations } from './operations/index.ts';
import { contextFields, minimalContextFields } from './present/space.ts';
import type { Committer } from './space/committer.ts';
import type { HeadReader } from './space/head-reader.ts';
import { assertIdempotencyKey, recordOf, responseOf, retryOf } from './space/replay.ts';
import type { Snapshots } from './space/snapshots.ts';
import type { Head } from './store/heads.ts';
import type { IdempotencyRecord } from './store/idempotency.ts';
import type { Asking } from './transport/asking.ts';

export interface Answered {
  answer: unknown;
  status: number;
  replayed: boolean;
}

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
type Some = OperationName & 'joinSpace';
type SpaceInput = InputOf<Some>;
type SpaceAuth = Exclude<Auth, 'none' | 'session' | 'identity'>;

/** The state in which a caller was admitted. */
interface Seen {
  state: SpaceState;
  caller: Caller;
  lastEventAt: Instant;
  now: Instant;
}

type Asked = Parameters<Write<Some>['decide']>[0] & Parameters<NonNullable<Write<Some>['tell']>>[1];

/** Takes every request of every transport the same way: who is it, may it, then what the operation says. */
export class Pipeline {
  readonly #options: PipelineOptions;

  constructor(options: PipelineOptions) {
    this.#options = options;
  }

  /** Before anything else is looked at, a protected operation asks for a key. */
  assertKeyShown(name: OperationName, asking: Asking): void {
    const { auth } = this.#options.contract[name];
    const { takes } = accessOf[auth];
    if (takes.length > 0 && !takes.some((kind) => isShown(kind, asking))) throw credentialMissing(auth);
  }

  /** Once the disk is nearly full, nothing more is stored. */
  assertMayStore(name: OperationName): void {
    if (!stores(this.#options.contract[name]) || !this.#options.isFull()) return;
    throw new ServiceError('storage_full', 'The disk is nearly full: nothing is stored now; reading goes on', {
      retryAfter: 10,
    });
  }

  async run<Name extends OperationName>(name: Name, input: InputOf<Name>, asking: Asking): Promise<Answered> {
    this.assertKeyShown(name, asking);
    assertIdempotencyKey(asking);
    const { contract, env, committer, admission, now } = this.#options;
    const operation: Operation = contract[name];
    const implementation = operations[name] as unknown as Implementation<Some>;
    this.assertMayStore(name);
    const given = input as unknown as SpaceInput;
    const { ip = '', address = '' } = asking;
    switch (implementation.kind) {
      case 'plain':
        if (operation.makes) admission.assertMayMake(operation.makes, address);
        return answered(operation, await implementation.answer({ input: given, now: now(), env, ip }));
      case 'create': {
        const userId = await this.#options.identity.tokenHolder(asking);
        if (operation.makes && userId === undefined) admission.assertMayMake(operation.makes, address);
        const { answer, ...creation } = implementation.create({ input: given, now: now(), env, userId });
        await committer.create(creation);
        return answered(operation, answer);
      }
      case 'write':
        return this.#unlessUnknown(given, asking, () => this.#write(operation, implementation, given, asking));
      case 'read':
        return this.#unlessUnknown(given, asking, async () =>
          answered(operation, await this.#read(operation, implementation, given, asking)),
        );
      case 'ofUser':
        return this.#ofUser(operation, implementation, given, asking);
      case 'recover': {
        const userId = await this.#options.identity.either(asking);
        const stateOf = async (spaceId: string) => (await this.#present(spaceId))?.state;
        return answered(operation, await implementation.answer({ input: given, now: now(), env, userId, stateOf }));
      }
      case 'follow':
        return this.#unlessUnknown(given, asking, async () =>
          answered(operation, await this.#follow(operation, implementation, given, asking)),
        );
    }
  }

  /** A key that opened nothing a moment ago is refused without a look into the database. */
  async #unlessUnknown({ spaceId }: SpaceInput, { credential }: Asking, work: () => Promise<Answered>): Promise<Answered> {
    const { unknownKeys } = this.#options;
    const refusal = unknownKeys.refusalOf(spaceId, credential!);
    if (refusal) throw refusal;
    try {
      return await work();
    } catch (error) {
      if (error instanceof ServiceError && this.#opensNothing(spaceId, credential!, error)) {
        unknownKeys.add(spaceId, credential!, error);
      }
      throw error;
    }
  }

  /** The key of somebody who waits for approval is refused with the same code, and will open the space. */
  #opensNothing(spaceId: string, credential: Credential, { code }: ServiceError): boolean {
    if (code !== 'key_unknown') return code === 'space_not_found';
    const state = this.#options.snapshots.peek(spaceId)?.state;
    return state !== undefined && holderIn(state, credential).kind === 'unknown';
  }

  async #write(operation: Operation, implementation: Write<Some>, input: SpaceInput, asking: Asking): Promise<Answered> {
    const { committer, env, now, idempotencyTtlMs } = this.#options;
    const { spaceId } = input;
    const { tell } = implementation;
    const credential = asking.credential!;
    const retry = isIdempotent(operation) ? retryOf(operation, input, asking) : undefined;
    const userId = asking.userToken === undefined ? undefined : await this.#options.identity.tokenHolder(asking);
    for (;;) {
      const prepared = await implementation.prepare?.({ input, now: now(), env });
      let asked: Asked | undefined;
      try {
        const result = await committer.write(
          spaceId,
          {
            admit: (state, at) => admitTo(operation, state, credential, at),
            decide: (state, caller, at) => {
              const seen = { state, caller: caller!, lastEventAt: at, now: at };
              asked = this.#asked(operation, input, asking, seen, userId);
              return implementation.decide(asked, prepared);
            },
            record: retry && ((outcome) => recordOf(retry, answered(operation, outcome), now() + idempotencyTtlMs)),
            outlivesKey: operation.endsKey ?? false,
            worksWhenFull: operation.worksWhenFull ?? false,
            usesReserve: operation.usesReserve ?? false,
            size: sizeOf(input),
          },
          retry?.scope,
        );
        if ('outcome' in result) {
          const { outcome } = result;
          return answered(operation, tell ? tell(outcome, asked!) : outcome);
        }
        const { status, answer: outcome } = responseOf(retry!, result.replay);
        if (!tell) return { status, answer: outcome, replayed: true };
        const present = await this.#look(operation, spaceId, credential);
        return { status, answer: tell(outcome, this.#asked(operation, input, asking, present)), replayed: true };
      } catch (error) {
        if (!(error instanceof Outdated)) throw error;
      }
    }
  }

  /** Users write outside of spaces: the record goes into the same statement as the effect, and whoever comes second finds it. */
  async #ofUser(operation: Operation, implementation: OfUser<Some>, input: SpaceInput, asking: Asking): Promise<Answered> {
    const { identity, env, now, idempotencyTtlMs, secret, findRecords } = this.#options;
    const user = await identity.session(asking);
    const { idempotencyKey } = asking;
    const retry = isIdempotent(operation)
      ? retryOf(operation, input, { credential: retrierOf(secret, user.userId), idempotencyKey })
      : undefined;
    const earlier = async (): Promise<Answered | undefined> => {
      const [record] = retry ? await findRecords(user.userId, [retry.scope]) : [];
      return record && { ...responseOf(retry!, record), replayed: true };
    };
    let replay = await earlier();
    if (replay) return replay;
    const once: Parameters<OfUser<Some>['answer']>[0]['once'] = async (answer, store) => {
      const record = retry && recordOf(retry, answered(operation, answer), now() + idempotencyTtlMs);
      if (!(await store(record))) replay = await earlier();
      return answer;
    };
    const answer = await implementation.answer({ input, now: now(), env, user, once });
    return replay ?? answered(operation, answer);
  }

  async #read(operation: Operation, implementation: Read<Some>, input: SpaceInput, asking: Asking): Promise<unknown> {
    const { now, feed } = this.#options;
    let until: Instant | undefined;
    for (;;) {
      const seen = await this.#look(operation, input.spaceId, asking.credential!);
      const { caller, head, rev: since } = seen;
      const looked: unknown = await implementation.look({ ...this.#asked(operation, input, asking, seen), head });
      if (!(looked instanceof Quiet)) return looked;
      const ms = (until ??= now() + looked.waitMs) - now();
      const signal = ms > 0 ? asking.whenGone?.() : undefined;
      if (ms <= 0 || feed.closed || signal?.aborted || caller.kind !== 'participant') return looked.answer;
      const { hash: keyHash } = asking.credential!;
      await nextEvent(feed, {
        spaceId: input.spaceId,
        viewer: caller.participant,
        keyHash,
        address: asking.address ?? '',
        since,
        after: head.sequence,
        ms,
        signal,
      });
    }
  }

  /** What an operation on a space is given. */
  #asked(operation: Operation, input: SpaceInput, { prefersMinimal }: Asking, seen: Seen, userId?: string): Asked {
    const { state, caller, lastEventAt, now } = seen;
    const { env } = this.#options;
    const context = (sight: Sight) =>
      prefersMinimal
        ? minimalContextFields({ lastEventAt, now })
        : contextFields({ state, sight, publicUrl: env.publicUrl, lastEventAt, now });
    return { input, now, env, state, caller: callerFor(operation, caller) as never, userId, context };
  }

  async #follow(operation: Operation, implementation: Follow<Some>, input: SpaceInput, asking: Asking): Promise<Following> {
    const { rev: since, caller } = await this.#look(operation, input.spaceId, asking.credential!);
    const { participant } = caller as Extract<Caller, { kind: 'participant' }>;
    return {
      spaceId: input.spaceId,
      viewer: participant,
      keyHash: participant.keyHash,
      address: asking.address ?? '',
      since,
      from: implementation.from(input),
    };
  }

  /** The present state of a space, in which the caller was let in. */
  async #look(operation: Operation, spaceId: string, credential: Credential): Promise<Seen & { rev: number; head: Head }> {
    const { committer, now } = this.#options;
    for (;;) {
      const present = await this.#present(spaceId);
      if (!present) throw new ServiceError('space_not_found', 'There is no such space');
      const { state, head } = present;
      const caller = admitTo(operation, state, credential, now());
      if (caller.kind !== 'participant' || caller.participant.revealed)
        return { ...present, caller, lastEventAt: head.lastMs, now: now() };
      // The first use of a key is told to everyone, so it is a write even when it reads.
      await committer.write(spaceId, {
        admit: (now, at) => admitTo(operation, now, credential, at),
        decide: () => ({ outcome: undefined }),
        size: 0,
      });
    }
  }

  async #present(spaceId: string): Promise<{ state: SpaceState; rev: number; head: Head } | undefined> {
    const { heads, snapshots } = this.#options;
    const head = await heads.current(spaceId);
    const snapshot = head && (await snapshots.atLeast(spaceId, head.rev));
    return snapshot && { state: snapshot.state, rev: snapshot.rev, head };
  }
}

function isShown(kind: CredentialKind, { credential, authorization, userToken }: Asking): boolean {
  switch (kind) {
    case 'spaceKey':
      return credential !== undefined;
    case 'session':
      return authorization !== undefined;
    case 'userToken':
      return userToken !== undefined;
  }
}

const stores = (operation: Operation): boolean =>
  isIdempotent(operation) || operation.makes !== undefined || operation.stores === true;

const answered = (operation: Operation, answer: unknown): Answered => ({
  answer,
  status: operation.status?.(answer) ?? operation.succeeds,
  replayed: false,
});

const admitTo = (operation: Operation, state: SpaceState, credential: Credential, now: Instant): Caller =>
  admit(operation.auth as SpaceAuth, operation.errors.includes(409), state, holderIn(state, credential), now);

/** Operations for participants get the participant; those any key may call get to know which key it is. */
const callerFor = ({ auth }: Operation, caller: Caller) =>
  auth !== 'anyKey' && caller.kind === 'participant' ? caller.participant : caller;

const sizeOf = (input: object): number => ('content' in input ? String(input.content).length : 0) + 1_000;
