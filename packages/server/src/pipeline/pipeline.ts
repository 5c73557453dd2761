import {
  accessOf,
  isGone,
  isIdempotent,
  ServiceError,
  type CredentialKind,
  type InputOf,
  type Operation,
  type OperationName,
} from '@parley/core';
import { holderIn } from '../auth/caller.ts';
import { credentialMissing } from '../auth/identity.ts';
import type { Credential } from '../auth/keys.ts';
import type { Implementation } from '../operations/define.ts';
import { operations } from '../operations/index.ts';
import { assertIdempotencyKey } from '../space/replay.ts';
import type { Asking } from '../transport/asking.ts';
import { follow } from './follow.ts';
import { presentOf } from './look.ts';
import { ofUser } from './of-user.ts';
import { read } from './read.ts';
import { answered, type Answered, type PipelineOptions, type Request, type Some, type SomeInput } from './request.ts';
import { write } from './write.ts';

/** Processes the requests of every transport in the same order: credential, admission, operation. */
export class Pipeline {
  readonly #options: PipelineOptions;

  constructor(options: PipelineOptions) {
    this.#options = options;
  }

  /** A protected operation checks for a credential before anything else. */
  assertKeyShown(name: OperationName, asking: Asking): void {
    const { auth } = this.#options.contract[name];
    const { takes } = accessOf[auth];
    if (takes.length > 0 && !takes.some((kind) => isShown(kind, asking))) throw credentialMissing(auth);
  }

  /** Refuses writes while the disk is nearly full. */
  assertMayStore(name: OperationName): void {
    if (!stores(this.#options.contract[name]) || !this.#options.isFull()) return;
    throw new ServiceError('storage_full', 'The disk is nearly full: writes are refused, reads still work', {
      retryAfter: 10,
    });
  }

  async run<Name extends OperationName>(name: Name, input: InputOf<Name>, asking: Asking): Promise<Answered> {
    this.assertKeyShown(name, asking);
    assertIdempotencyKey(asking);
    const options = this.#options;
    const { contract, env, committer, admission, identity, now } = options;
    const operation: Operation = contract[name];
    const implementation = operations[name] as unknown as Implementation<Some>;
    this.assertMayStore(name);
    const request: Request = { operation, input: input as unknown as SomeInput, asking };
    const { ip = '', address = '' } = asking;
    switch (implementation.kind) {
      case 'plain':
        if (operation.makes) admission.assertMayMake(operation.makes, address);
        return answered(operation, await implementation.answer({ input: request.input, now: now(), env, ip }));
      case 'create': {
        const userId = await identity.tokenHolder(asking);
        if (operation.makes && userId === undefined) admission.assertMayMake(operation.makes, address);
        const { answer, ...creation } = implementation.create({ input: request.input, now: now(), env, userId });
        await committer.create(creation);
        return answered(operation, answer);
      }
      case 'write':
        return this.#unlessUnknown(request, () => write(request, implementation, options));
      case 'read':
        return this.#unlessUnknown(request, async () => answered(operation, await read(request, implementation, options)));
      case 'follow':
        return this.#unlessUnknown(request, async () => answered(operation, await follow(request, implementation, options)));
      case 'ofUser':
        return ofUser(request, implementation, options);
      case 'recover': {
        const userId = await identity.either(asking);
        const stateOf = async (spaceId: string) => (await presentOf(spaceId, options))?.state;
        return answered(operation, await implementation.answer({ input: request.input, now: now(), env, userId, stateOf }));
      }
    }
  }

  /** How many deliveries to the holder of a key are open; undefined unless the space was used lately, and the key is a participant's. */
  async openDeliveries(spaceId: string, credential: Credential): Promise<number | undefined> {
    const { snapshots, env } = this.#options;
    const state = snapshots.peek(spaceId)?.state;
    const holder = state && holderIn(state, credential);
    if (holder?.kind !== 'participant' || isGone(holder.participant)) return undefined;
    return env.deliveries.openCount(spaceId, holder.participant.participantId);
  }

  /** Refuses a recently refused key without a database lookup. */
  async #unlessUnknown({ input, asking }: Request, work: () => Promise<Answered>): Promise<Answered> {
    const { unknownKeys } = this.#options;
    const { spaceId } = input;
    const credential = asking.credential!;
    const refusal = unknownKeys.refusalOf(spaceId, credential);
    if (refusal) throw refusal;
    try {
      return await work();
    } catch (error) {
      if (error instanceof ServiceError && this.#opensNothing(spaceId, credential, error)) {
        unknownKeys.add(spaceId, credential, error);
      }
      throw error;
    }
  }

  /** The key of a participant who waits for approval is refused with the same code but will work later, so it is not cached. */
  #opensNothing(spaceId: string, credential: Credential, { code }: ServiceError): boolean {
    if (code !== 'key_unknown') return code === 'space_not_found';
    const state = this.#options.snapshots.peek(spaceId)?.state;
    return state !== undefined && holderIn(state, credential).kind === 'unknown';
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
