import {
  accessOf,
  admit,
  isIdempotent,
  ServiceError,
  type Auth,
  type Caller,
  type Contract,
  type InputOf,
  type Instant,
  type Operation,
  type OperationName,
  type SpaceState,
} from '@parley/core';
import { holderIn } from './auth/caller.ts';
import { credentialMissing, retrierOf, type Identity, type Shown } from './auth/identity.ts';
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
import { viewerOf } from './present.ts';
import type { Committer } from './space/committer.ts';
import type { HeadReader } from './space/head-reader.ts';
import { assertIdempotencyKey, recordOf, responseOf, retryOf } from './space/replay.ts';
import type { Snapshots } from './space/snapshots.ts';
import type { Head } from './store/heads.ts';
import type { IdempotencyRecord } from './store/idempotency.ts';

/** What a transport knows of a request besides its input. */
export interface Asking extends Shown {
  credential?: Credential | undefined;
  idempotencyKey?: string | undefined;
  /** The IP address it came from, and what that counts as. */
  origin?: string | undefined;
  address?: string | undefined;
  /** A signal that the caller left. */
  whenGone?(): AbortSignal;
}

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

/** Takes every request of every transport the same way: who is it, may it, then what the operation says. */
export class Pipeline {
  readonly #options: PipelineOptions;

  constructor(options: PipelineOptions) {
    this.#options = options;
  }

  /** Before anything else is looked at, a protected operation asks for a key. */
  assertKeyShown(name: OperationName, { credential, authorization, userToken }: Asking): void {
    const { auth } = this.#options.contract[name];
    const { takes } = accessOf[auth];
    const shown = { spaceKey: credential, session: authorization, userToken };
    if (takes.length > 0 && takes.every((kind) => shown[kind] === undefined)) throw credentialMissing(auth);
  }

  async run<Name extends OperationName>(name: Name, input: InputOf<Name>, asking: Asking): Promise<Answered> {
    this.assertKeyShown(name, asking);
    assertIdempotencyKey(asking);
    const { contract, env, committer, admission, now } = this.#options;
    const operation: Operation = contract[name];
    const implementation = operations[name] as unknown as Implementation<Some>;
    if (stores(operation) && this.#options.isFull()) {
      throw new ServiceError('storage_full', 'The disk is nearly full: nothing is stored now; reading goes on', {
        retryAfter: 10,
      });
    }
    const given = input as unknown as SpaceInput;
    const { origin = '', address = '' } = asking;
    switch (implementation.kind) {
      case 'plain':
        if (operation.makes) admission.assertMayMake(operation.makes, address);
        return answered(operation, await implementation.answer({ input: given, now: now(), env, origin }));
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
    const credential = asking.credential!;
    const retry = isIdempotent(operation) ? retryOf(operation, input, asking) : undefined;
    const userId = asking.userToken === undefined ? undefined : await this.#options.identity.tokenHolder(asking);
    for (;;) {
      const prepared = await implementation.prepare?.({ input, now: now(), env });
      try {
        const result = await committer.write(
          spaceId,
          {
            admit: (state, at) => admitTo(operation, state, credential, at),
            decide: (state, caller, at) =>
              implementation.decide(
                { input, now: at, env, state, caller: callerFor(operation, caller!) as never, userId },
                prepared,
              ),
            record: retry && ((answer) => recordOf(retry, answered(operation, answer), now() + idempotencyTtlMs)),
            outlivesKey: operation.endsKey ?? false,
            worksWhenFull: operation.worksWhenFull ?? false,
            usesReserve: operation.usesReserve ?? false,
            size: sizeOf(input),
          },
          retry?.scope,
        );
        if ('answer' in result) return answered(operation, result.answer);
        return { ...responseOf(retry!, result.replay), replayed: true };
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
    const { env, now } = this.#options;
    let until: Instant | undefined;
    for (;;) {
      const { state, rev: since, head, caller } = await this.#look(operation, input.spaceId, asking.credential!);
      const asked = { input, now: now(), env, state, head, caller: callerFor(operation, caller) as never };
      const looked: unknown = await implementation.look(asked);
      if (!(looked instanceof Quiet)) return looked;
      const ms = (until ??= now() + looked.waitMs) - now();
      const signal = ms > 0 ? asking.whenGone?.() : undefined;
      if (ms <= 0 || this.#options.feed.closed || signal?.aborted || caller.kind !== 'participant') return looked.answer;
      const { hash: keyHash } = asking.credential!;
      await nextEvent(this.#options.feed, {
        spaceId: input.spaceId,
        viewer: viewerOf(caller.participant),
        keyHash,
        address: asking.address ?? '',
        since,
        after: head.sequence,
        ms,
        signal,
      });
    }
  }

  async #follow(operation: Operation, implementation: Follow<Some>, input: SpaceInput, asking: Asking): Promise<Following> {
    const { rev: since, caller } = await this.#look(operation, input.spaceId, asking.credential!);
    const { participant } = caller as Extract<Caller, { kind: 'participant' }>;
    return {
      spaceId: input.spaceId,
      participantId: participant.participantId,
      viewer: viewerOf(participant),
      keyHash: participant.keyHash,
      address: asking.address ?? '',
      since,
      from: implementation.from(input),
    };
  }

  /** The present state of a space, in which the caller was let in. */
  async #look(
    operation: Operation,
    spaceId: string,
    credential: Credential,
  ): Promise<{ state: SpaceState; rev: number; head: Head; caller: Caller }> {
    const { committer, now } = this.#options;
    for (;;) {
      const present = await this.#present(spaceId);
      if (!present) throw new ServiceError('space_not_found', 'There is no such space');
      const { state, rev, head } = present;
      const caller = admitTo(operation, state, credential, now());
      if (caller.kind !== 'participant' || caller.participant.revealed) return { state, rev, head, caller };
      // The first use of a key is told to everyone, so it is a write even when it reads.
      await committer.write(spaceId, {
        admit: (now, at) => admitTo(operation, now, credential, at),
        decide: () => ({ answer: undefined }),
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
