import {
  delivery,
  isGone,
  maxPageBytes,
  presentHolder,
  readInput,
  ServiceError,
  space as rules,
  type Caller,
  type Delivery,
  type InputOf,
  type OperationName,
  type OutputOf,
  type Participant,
  type SpaceState,
} from '@parley/core';
import { holderIn } from '../engine/keys/caller.ts';
import { credentialMissing } from '../account/identity.ts';
import { credentialOf, type Credential } from '../engine/keys/keys.ts';
import type { Glimpse } from '../engine/stream/log.ts';
import type { Implementation } from '../engine/operation.ts';
import { operations } from '../resources/index.ts';
import { assertIdempotencyKey, retryOf, type Tried } from '../engine/write/replay.ts';
import type { Head } from '../engine/store/heads.ts';
import { recordCall } from './auditing.ts';
import { costly } from './costly.ts';
import type { CallMetadata } from './metadata.ts';
import { download } from './download.ts';
import { follow } from './follow.ts';
import { load, noSpace, presentOf } from './load.ts';
import { ofUser } from './of-user.ts';
import { plain } from './plain.ts';
import { plansOf, type Plans } from './plan.ts';
import { read } from './read.ts';
import { answered, type Answered, type PipelineOptions, type Request } from './request.ts';
import { write } from './write.ts';

/** The loop over all operations loses their types; each one is checked where it is defined. */
const implementations: Readonly<Record<OperationName, Implementation<OperationName>>> = operations;

/** What JSON makes of one byte or one code point, at most: a message that is longer than the longest text can be is an image. */
const mostEscaped = 6;
/** The other fields of a message. */
const aroundContent = 400;
/** What it says about its files, at most. */
const ofAttachments = 6_000;

/** Processes the requests of every transport in the same order: credential, admission, operation. */
export class Pipeline {
  readonly #options: PipelineOptions;
  readonly #plans: Plans;

  constructor(options: PipelineOptions) {
    this.#options = options;
    this.#plans = plansOf(options.contract);
  }

  /** A protected operation checks for a credential before anything else. */
  assertKeyShown(name: OperationName, metadata: CallMetadata): void {
    const { shown, auth } = this.#plans[name];
    if (shown.length === 0) return;
    for (const field of shown) if (metadata[field] !== undefined) return;
    const missing = credentialMissing(auth);
    this.#options.refused?.(name, missing);
    throw missing;
  }

  /** Refuses writes while the disk is nearly full. */
  assertMayStore(name: OperationName): void {
    if (!this.#plans[name].isStoring || !this.#options.disk.isBelow) return;
    this.#options.admission.refused('disk');
    throw new ServiceError('storage_full', 'The disk is nearly full: writes are refused, reads still work', {
      retryAfter: 10,
    });
  }

  /** Runs an operation for a caller who has shown a credential, if it needs one. */
  async run(name: OperationName, input: InputOf<OperationName>, metadata: CallMetadata): Promise<Answered> {
    const { admission, audit, disk, unknownKeys } = this.#options;
    const operation = this.#plans[name];
    const isCounted = !operation.unlimited;
    if (isCounted) admission.workload.begin();
    const { spaceId = '' } = input as { spaceId?: string };
    let refusal: ServiceError | undefined;
    try {
      if (metadata.idempotencyKey !== undefined) assertIdempotencyKey(metadata);
      if (operation.isStoring && disk.isBelow) this.assertMayStore(name);
      if (operation.needsSpaceKey && unknownKeys.remembered.size > 0)
        refusal = unknownKeys.refusalOf(spaceId, metadata.credential!);
      if (refusal) throw refusal;
      if (operation.audited === undefined || !audit.isOn)
        return await this.#answer(name, { operation, input, spaceId, metadata });
      const request: Request = { operation, input, spaceId, metadata };
      const done = await this.#answer(name, request);
      recordCall(request, name, done, this.#options);
      return done;
    } catch (error) {
      if (operation.needsSpaceKey && error !== refusal) this.#noteUnknown(spaceId, metadata.credential!, error);
      throw error;
    } finally {
      if (isCounted) admission.workload.end();
    }
  }

  #answer(name: OperationName, request: Request): Promise<Answered> {
    const options = this.#options;
    const implementation = implementations[name];
    const inForm = (answer: unknown) => answered(request, answer);
    switch (implementation.kind) {
      case 'plain':
        return plain(request, implementation, options);
      case 'write':
        return request.operation.isCostly
          ? costly(request, options, () => write(request, implementation, options))
          : write(request, implementation, options);
      case 'read':
        return (
          request.operation.isCostly
            ? costly(request, options, () => read(request, implementation, options))
            : read(request, implementation, options)
        ).then(inForm);
      case 'download':
        return download(request, implementation, options).then(inForm);
      case 'follow':
        return follow(request, implementation, options).then(inForm);
      case 'ofUser':
        return ofUser(request, implementation, options);
    }
  }

  /** The space of the participant that holds a key. */
  async spaceOf(metadata: CallMetadata): Promise<string> {
    this.assertKeyShown('getSpace', metadata);
    const { hash, from } = metadata.credential!;
    const spaceId = await this.#options.env.memberships.spaceOf(hash);
    if (spaceId === undefined)
      throw new ServiceError('key_unknown', `No participant of any space has the key${from === undefined ? '' : ` in ${from}`}`);
    return spaceId;
  }

  /** The key of a user in a space, which nobody is told: admitted like `getMySpaceKey`, but not audited. */
  async credentialIn(spaceId: string, { userToken }: Pick<CallMetadata, 'userToken'>): Promise<Credential> {
    const input = readInput(this.#options.contract.getMySpaceKey, { spaceId });
    const operation = this.#plans.getMySpaceKey;
    const { answer } = await this.#answer('getMySpaceKey', { operation, input, spaceId: input.spaceId, metadata: { userToken } });
    return credentialOf((answer as OutputOf<'getMySpaceKey'>).privateKey, 'the header X-User-Token');
  }

  /** The newest messages of a space for a participant, admitted like `listMessages`. */
  async newestMessages(spaceId: string, events: number, metadata: CallMetadata): Promise<readonly Glimpse[]> {
    const { env } = this.#options;
    const operation = this.#plans.listMessages;
    const request: Request = { operation, input: { spaceId }, spaceId, metadata };
    return this.#unlessUnknown(request, async () => {
      const { head } = await load(request, this.#options);
      const { messageBytes, displayNameCharacters } = env.limits;
      const beginning = displayNameCharacters * mostEscaped + aroundContent;
      // One that was corrected has two texts.
      const longest = 2 * (messageBytes * mostEscaped + ofAttachments) + beginning;
      return env.log.newest(spaceId, head.sequence, { events, bytes: maxPageBytes, longest, beginning });
    });
  }

  /** Who holds a key, even one that no longer works: what became of a membership. Throws 401 or 404 if nobody in the space does. */
  async holderOf(
    spaceId: string,
    metadata: CallMetadata,
  ): Promise<{ holder: Caller; isOver: boolean; state: SpaceState; head: Head }> {
    const { contract, now } = this.#options;
    this.assertKeyShown('getSpace', metadata);
    const input = readInput(contract.getSpace, { spaceId });
    return this.#unlessUnknown({ spaceId: input.spaceId, metadata }, async () => {
      const present = await presentOf(input.spaceId, this.#options);
      if (!present) throw noSpace();
      const holder = presentHolder(holderIn(present.state, metadata.credential!));
      return { ...present, holder, isOver: rules.isOver(present.state.space, now()) };
    });
  }

  /** The newest event that a participant can know of, who uses its key by asking: it is admitted like `getSpace`. */
  async headFor(spaceId: string, metadata: CallMetadata): Promise<Head> {
    const request: Request = { operation: this.#plans.getSpace, input: { spaceId }, spaceId, metadata };
    return this.#unlessUnknown(request, async () => (await load(request, this.#options)).head);
  }

  /** The event that ended a membership. */
  async endOf(spaceId: string, { participantId, endedAt }: Participant): Promise<Pick<Head, 'sequence' | 'lastMs'> | undefined> {
    const found = endedAt === undefined ? undefined : await this.#options.env.events.endOf(spaceId, participantId, endedAt);
    return found && { sequence: found.sequence, lastMs: found.at };
  }

  /** Whether a write to the same path was made with this Idempotency-Key before, whatever else it said. */
  async isRepeated(name: OperationName, input: { spaceId: string } & Record<string, unknown>, tried: Tried): Promise<boolean> {
    const retry = retryOf(this.#plans[name], input, tried);
    return retry !== undefined && (await this.#options.findRecords(input.spaceId, [retry.scope])).length > 0;
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
  async #unlessUnknown<Found>(
    { spaceId, metadata }: Pick<Request, 'spaceId' | 'metadata'>,
    work: () => Promise<Found>,
  ): Promise<Found> {
    const { unknownKeys } = this.#options;
    const credential = metadata.credential!;
    const refusal = unknownKeys.refusalOf(spaceId, credential);
    if (refusal) throw refusal;
    try {
      return await work();
    } catch (error) {
      this.#noteUnknown(spaceId, credential, error);
      throw error;
    }
  }

  #noteUnknown(spaceId: string, credential: Credential, error: unknown): void {
    if (!(error instanceof ServiceError) || !this.#opensNothing(spaceId, credential, error)) return;
    this.#options.unknownKeys.add(spaceId, credential, error);
  }

  /** The key of a participant who waits for approval is refused with the same code but will work later, so it is not cached. */
  #opensNothing(spaceId: string, credential: Credential, { code }: ServiceError): boolean {
    if (code !== 'key_unknown') return code === 'space_not_found';
    const state = this.#options.snapshots.peek(spaceId)?.state;
    return state !== undefined && holderIn(state, credential).kind === 'unknown';
  }
}
