import {
  accessOf,
  delivery,
  isGone,
  isIdempotent,
  maxPageBytes,
  presentHolder,
  readInput,
  ServiceError,
  space as rules,
  type Caller,
  type CredentialKind,
  type Delivery,
  type InputOf,
  type Operation,
  type OperationName,
  type Participant,
  type SpaceState,
} from '@parley/core';
import { holderIn } from '../auth/caller.ts';
import { credentialMissing } from '../auth/identity.ts';
import type { Credential } from '../auth/keys.ts';
import type { Glimpse } from '../events/log.ts';
import type { Implementation } from '../operations/define.ts';
import { operations } from '../operations/index.ts';
import { assertIdempotencyKey } from '../space/replay.ts';
import type { Head } from '../store/heads.ts';
import type { Asking } from '../transport/asking.ts';
import { file } from './file.ts';
import { follow } from './follow.ts';
import { look, presentOf } from './look.ts';
import { ofUser } from './of-user.ts';
import { read } from './read.ts';
import { linkedFile, storedFile } from './stored-file.ts';
import { upload } from './upload.ts';
import { answered, type Answered, type PipelineOptions, type Request, type Some, type SomeInput } from './request.ts';
import { write } from './write.ts';

/** What JSON makes of one byte or one code point, at most: a message that is longer than the longest text can be is an image. */
const mostEscaped = 6;
/** The other fields of a message. */
const aroundContent = 400;
/** What it says about its files, at most. */
const ofAttachments = 6_000;

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
    if (takes.length === 0 || takes.some((kind) => isShown(kind, asking))) return;
    const missing = credentialMissing(auth);
    this.#options.refused?.(name, missing);
    throw missing;
  }

  /** Refuses writes while the disk is nearly full. */
  assertMayStore(name: OperationName): void {
    if (!stores(this.#options.contract[name]) || !this.#options.isFull()) return;
    this.#options.admission.refused('disk');
    throw new ServiceError('storage_full', 'The disk is nearly full: writes are refused, reads still work', {
      retryAfter: 10,
    });
  }

  /** Runs an operation for a caller who has shown a credential, if it needs one. */
  run<Name extends OperationName>(name: Name, input: InputOf<Name>, asking: Asking): Promise<Answered> {
    const { contract, admission } = this.#options;
    const operation: Operation = contract[name];
    return operation.unlimited ? this.#run(name, input, asking) : admission.workload.during(() => this.#run(name, input, asking));
  }

  async #run<Name extends OperationName>(name: Name, input: InputOf<Name>, asking: Asking): Promise<Answered> {
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
        if (operation.makes) await admission.assertMayMake(operation.makes, address);
        return answered(request, await implementation.answer({ input: request.input, now: now(), env, ip }));
      case 'create': {
        const { link } = await identity.visitor(asking, operation);
        if (operation.makes && !link) await admission.assertMayMake(operation.makes, address);
        const { answer, ...creation } = implementation.create({ input: request.input, now: now(), env, link });
        await committer.create(creation);
        return answered(request, answer);
      }
      case 'write':
        return this.#unlessUnknown(request, () => write(request, implementation, options));
      case 'read':
        return this.#unlessUnknown(request, async () => answered(request, await read(request, implementation, options)));
      case 'file':
        return this.#unlessUnknown(request, async () => answered(request, await file(request, implementation, options)));
      case 'upload':
        return this.#unlessUnknown(request, () => admission.workload.aside(() => upload(request, implementation, options)));
      case 'stored':
        return this.#unlessUnknown(request, async () => answered(request, await storedFile(request, implementation, options)));
      case 'linked':
        return answered(request, await linkedFile(request, options));
      case 'follow':
        return this.#unlessUnknown(request, async () => answered(request, await follow(request, implementation, options)));
      case 'ofUser':
        return ofUser(request, implementation, options);
      case 'recover': {
        const userId = await identity.either(asking);
        const stateOf = async (spaceId: string) => (await presentOf(spaceId, options))?.state;
        return answered(request, await implementation.answer({ input: request.input, now: now(), env, userId, stateOf }));
      }
    }
  }

  /** The space of the participant that holds a key. */
  async spaceOf(asking: Asking): Promise<string> {
    this.assertKeyShown('getSpace', asking);
    const { hash, from } = asking.credential!;
    const spaceId = await this.#options.env.memberships.spaceOf(hash);
    if (spaceId === undefined)
      throw new ServiceError('key_unknown', `No participant of any space has the key${from === undefined ? '' : ` in ${from}`}`);
    return spaceId;
  }

  /** The newest messages of a space for a participant, admitted like `listMessages`. */
  async newestMessages(spaceId: string, events: number, asking: Asking): Promise<readonly Glimpse[]> {
    const { contract, env } = this.#options;
    const request: Request = { operation: contract.listMessages, input: { spaceId } as SomeInput, asking };
    return this.#unlessUnknown(request, async () => {
      const { head } = await look(request, this.#options);
      const { messageBytes, displayNameCharacters } = env.limits;
      const beginning = displayNameCharacters * mostEscaped + aroundContent;
      const longest = messageBytes * mostEscaped + beginning + ofAttachments;
      return env.log.newest(spaceId, head.sequence, { events, bytes: maxPageBytes, longest, beginning });
    });
  }

  /** Who holds a key, even one that no longer works: what became of a membership. Throws 401 or 404 if nobody in the space does. */
  async holderOf(spaceId: string, asking: Asking): Promise<{ holder: Caller; isOver: boolean; state: SpaceState; head: Head }> {
    const { contract, now } = this.#options;
    this.assertKeyShown('getSpace', asking);
    const input = readInput(contract.getSpace, { spaceId }) as SomeInput;
    return this.#unlessUnknown({ input, asking }, async () => {
      const present = await presentOf(input.spaceId, this.#options);
      if (!present) throw new ServiceError('space_not_found', 'There is no such space');
      const holder = presentHolder(holderIn(present.state, asking.credential!));
      return { ...present, holder, isOver: rules.isOver(present.state.space, now()) };
    });
  }

  /** The event that ended a membership. */
  async endOf(spaceId: string, { participantId, endedAt }: Participant): Promise<Pick<Head, 'sequence' | 'lastMs'> | undefined> {
    const found = endedAt === undefined ? undefined : await this.#options.env.events.endOf(spaceId, participantId, endedAt);
    return found && { sequence: found.sequence, lastMs: found.at };
  }

  /** How many deliveries to the holder of a key are open; undefined unless the space was used lately, and the key is a participant's. */
  async openDeliveries(spaceId: string, credential: Credential): Promise<number | undefined> {
    const participantId = this.#addresseeOf(spaceId, credential);
    return participantId === undefined ? undefined : this.#options.env.deliveries.openCount(spaceId, participantId);
  }

  /** The oldest deliveries to the holder of a key that are open. */
  async oldestDeliveries(spaceId: string, credential: Credential, limit: number): Promise<Delivery[]> {
    const { snapshots, env, now } = this.#options;
    const participantId = this.#addresseeOf(spaceId, credential);
    const state = snapshots.peek(spaceId)?.state;
    if (participantId === undefined || !state) return [];
    const at = now();
    const stored = await env.deliveries.received('open', { spaceId, participantId, after: 0, limit, now: at });
    return stored.map((each) => delivery.current(each, state, at)).filter(({ state }) => state !== 'done');
  }

  #addresseeOf(spaceId: string, credential: Credential): string | undefined {
    const state = this.#options.snapshots.peek(spaceId)?.state;
    const holder = state && holderIn(state, credential);
    return holder?.kind === 'participant' && !isGone(holder.participant) ? holder.participant.participantId : undefined;
  }

  /** Refuses a recently refused key without a database lookup. */
  async #unlessUnknown<Found>({ input, asking }: Pick<Request, 'input' | 'asking'>, work: () => Promise<Found>): Promise<Found> {
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
    case 'spaceKeyAsBearer':
      return credential !== undefined;
    case 'session':
      return authorization !== undefined;
    case 'userToken':
      return userToken !== undefined;
  }
}

const stores = (operation: Operation): boolean =>
  isIdempotent(operation) || operation.makes !== undefined || operation.stores === true;
