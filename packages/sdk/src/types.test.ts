import type {
  ErrorCode as CodeOfCore,
  events as EventSchemas,
  OperationName as Declared,
  OutputOf,
  RequestOf,
} from '@parley/core';
import { expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import type { OperationName, Operations } from './generated/operations.ts';
import type { Change, ChangeOptions } from './resources/artifacts/change.ts';
import type { EditOptions } from './resources/artifacts/edit.ts';
import type { ConflictError } from './errors.ts';
import type { EditMismatchError, NameTakenError, VersionConflictError } from './resources/artifacts/errors.ts';
import type { ProposalEndedError, ProposalStaleError } from './resources/artifacts/proposals/errors.ts';
import type { ErrorCode, ParleyError } from './errors.ts';
import type { LockLostError } from './resources/artifacts/errors.ts';
import type { Artifact, Artifacts, Decision, Delivery, Proposal, Space, Task } from './space.ts';
import type { ArtifactDiff, EventData, Message, ProposalEvent, ServiceErrorCode, SpaceEvent } from './types.ts';
import type { TextEdit } from './resources/artifacts/types.ts';

/** The one operation whose REST answer is not its output: the Markdown itself. */
type Structured = Exclude<OperationName, 'downloadArtifact'>;

/** Names for which `A` does not fit into `B`; `never` when all do. */
type Misfits<A extends Record<Name, unknown>, B extends Record<Name, unknown>, Name extends PropertyKey> = {
  [Each in Name]: [A[Each]] extends [B[Each]] ? never : Each;
}[Name];

type Inputs = { [Name in OperationName]: Operations[Name]['input'] };
type Outputs = { [Name in OperationName]: Operations[Name]['output'] };
type Requests = { [Name in Declared]: RequestOf<Name> };
type Answers = { [Name in Declared]: Void<OutputOf<Name>> };
/** The types of both sides are equal only if optional fields do not also allow `undefined`. */
type Exact<T> = T extends readonly (infer Each)[]
  ? Exact<Each>[]
  : T extends object
    ? { [Key in keyof T]: Exact<Exclude<T[Key], undefined>> }
    : T;
type ExactMap<T> = { [Key in keyof T]: Exact<T[Key]> };
type Void<T> = [T] extends [void] ? undefined : T;
type Told = { [Name in keyof typeof EventSchemas]: z.output<(typeof EventSchemas)[Name]> };

test('names the operations of the contract', () => {
  expectTypeOf<OperationName>().toEqualTypeOf<Declared>();
});

test('takes only what the contract takes', () => {
  expectTypeOf<Misfits<Inputs, Requests, OperationName>>().toBeNever();
});

test('takes all that the contract takes', () => {
  expectTypeOf<Misfits<ExactMap<Requests>, ExactMap<Inputs>, OperationName>>().toBeNever();
  type Fields<T> = { [Name in keyof T]: keyof T[Name] };
  expectTypeOf<Misfits<Fields<Requests>, Fields<Inputs>, OperationName>>().toBeNever();
});

test('promises only what the contract answers', () => {
  expectTypeOf<Misfits<ExactMap<Answers>, ExactMap<Outputs>, Structured>>().toBeNever();
});

test('covers all outputs of the contract', () => {
  expectTypeOf<Misfits<ExactMap<Outputs>, ExactMap<Answers>, Structured>>().toBeNever();
});

test('types every event as the contract does, both ways', () => {
  expectTypeOf<keyof EventData>().toEqualTypeOf<keyof Told>();
  expectTypeOf<Misfits<ExactMap<Told>, ExactMap<EventData>, keyof Told>>().toBeNever();
  expectTypeOf<Misfits<ExactMap<EventData>, ExactMap<Told>, keyof Told>>().toBeNever();
});

test('takes a change of an artifact only in exactly one of the ways that the contract has', () => {
  expectTypeOf<{ append: string }>().toExtend<Change>();
  expectTypeOf<{ edits: TextEdit[] }>().toExtend<Change>();
  expectTypeOf<{ content: string; append: string }>().not.toExtend<Change>();
  expectTypeOf<object>().not.toExtend<Change>();
  expectTypeOf<keyof Change>().toEqualTypeOf<Exclude<keyof Operations['writeArtifact']['input'], Around>>();
  // `orPropose` sends `keep`.
  type Around = 'spaceId' | 'artifactId' | 'baseVersion' | 'lock' | 'note' | 'dryRun' | 'keep';
});

test('proposes the same changes that it edits with', () => {
  expectTypeOf<Parameters<Artifact['propose']>[0]>().toEqualTypeOf<Change>();
  expectTypeOf<Parameters<Proposal['rebase']>[0]>().toEqualTypeOf<Change>();
  expectTypeOf<Exclude<keyof Operations['createProposal']['input'], keyof Change>>().toEqualTypeOf<
    'spaceId' | 'artifactId' | 'baseVersion' | 'note'
  >();
});

test('leads from what a space has back to all of the space', () => {
  expectTypeOf<(Artifact | Task | Decision | Delivery)['space']>().toEqualTypeOf<Space>();
  expectTypeOf<Proposal['artifact']>().toEqualTypeOf<Artifact>();
});

test('leads to a proposal from events, messages and errors', () => {
  expectTypeOf<Extract<SpaceEvent, { type: 'proposal' }>['data']>().toEqualTypeOf<ProposalEvent>();
  expectTypeOf<Message['proposalId']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<LockLostError['proposalId']>().toEqualTypeOf<string | undefined>();
});

test('takes the options of an edit that belong to the kind of its change', () => {
  expectTypeOf<Artifact['edit']>().toBeCallableWith((text) => text, { note: 'why' });
  expectTypeOf<Artifact['edit']>().toBeCallableWith({ append: 'a' }, { baseVersion: 1, lock: 'held', waitMs: 0 });
  expectTypeOf<Exclude<keyof ChangeOptions, keyof EditOptions>>().toEqualTypeOf<
    'baseVersion' | 'lock' | 'orPropose' | 'timeoutMs' | 'maxRetries' | 'headers' | 'idempotencyKey'
  >();
});

test('creates artifacts of a name that is taken in every way that the contract has, each by a method that says so', () => {
  type Wish = NonNullable<Parameters<Artifacts['create']>[0]['ifExists']>;
  expectTypeOf<Wish | 'return'>().toEqualTypeOf<NonNullable<Operations['createArtifact']['input']['ifExists']>>();
  expectTypeOf<Wish>().toEqualTypeOf<'create' | 'refuse'>();
  expectTypeOf<Artifacts['getOrCreate']>().toBeCallableWith({ name: 'Plan', content: undefined });
});

test('has errors of writes and decisions that are conflicts', () => {
  expectTypeOf<VersionConflictError | EditMismatchError | NameTakenError>().toExtend<ConflictError>();
  expectTypeOf<ProposalStaleError | ProposalEndedError>().toExtend<ConflictError>();
  expectTypeOf<ProposalStaleError['diff']>().toEqualTypeOf<ArtifactDiff | undefined>();
  expectTypeOf<VersionConflictError['diff']>().toEqualTypeOf<ArtifactDiff | undefined>();
  expectTypeOf<EditMismatchError['reason']>().toEqualTypeOf<'not_found' | 'ambiguous' | 'overlap' | 'whitespace'>();
});

test('has every error code of the service as a suggestion, and accepts those of newer ones', () => {
  expectTypeOf<ServiceErrorCode>().toEqualTypeOf<CodeOfCore>();
  expectTypeOf<ParleyError['code']>().toEqualTypeOf<ErrorCode>();
  expectTypeOf<'a_future_code'>().toExtend<ErrorCode>();
});
