import type {
  TRPC_ERROR_CODE_NUMBER,
  TRPCBuiltRouter,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
  TRPCSubscriptionProcedure,
} from '@trpc/server';
import type { Procedures, TextOutputs } from './generated/procedures.ts';
import type { ArtifactDiff, DateTime, EventData, Operations } from './index.ts';

/** An event of a space as a subscription delivers it: its name and its data. */
export type SubscribedEvent = { [Name in keyof EventData]: { event: Name; data: EventData[Name] } }[keyof EventData];

/**
 * The details of a refusal, as `data` of a `TRPCClientError`.
 * @see docs/sdk.md#runtimes
 */
export interface RefusalData {
  /** A stable identifier for programs, such as `space_closed` or `muted`. */
  code: string;
  /** The status that the REST interface would return. */
  httpStatus: number;
  /** The procedure; missing when the request was refused before the procedure was known. */
  path?: string | undefined;
  /** Identifies the request in the logs of the service. */
  requestId?: string;
  /** With `locked`: id of the participant who holds the lock. */
  lockedBy?: string;
  /** With `locked`: the display name of that participant. */
  lockedByName?: string;
  /** With `base_version_required`, `version_conflict` and `edit_mismatch`: the present version of the artifact. */
  currentVersion?: number;
  /** With `version_conflict`: id of the participant who wrote it. */
  updatedBy?: string;
  /** With `version_conflict`: the display name of that participant. */
  updatedByName?: string;
  /** With `version_conflict`: when it was written. */
  updatedAt?: DateTime;
  /** With `version_conflict`: what has changed since the `baseVersion`, as far as that is still stored. */
  diff?: ArtifactDiff;
  /** With `edit_mismatch`: which of the edits does not apply, from 0. */
  index?: number;
  /** With `edit_mismatch`: why it does not apply. */
  reason?: 'not_found' | 'ambiguous' | 'overlap' | 'whitespace';
  /** With the reason `whitespace`: the lines that its text differs from only in white space, quotes or line numbers. */
  lines?: { from: number; to: number };
  /** With `edit_mismatch`: how often its text or heading occurs. */
  matches?: number;
  /** With `edit_mismatch`: the closest place, or headings, in at most 200 characters. */
  near?: string;
  /** With `invalid_request`: each field that is wrong, with the limit and the actual size where there is one. */
  issues?: { field: string; message: string; limit?: number; actual?: number }[];
}

/** Outputs that are plain text over REST. */
interface OtherOutputs extends TextOutputs {
  streamMessages: AsyncIterable<{ id: string; data: SubscribedEvent }>;
}

interface Definition<Name extends keyof Operations> {
  input: Operations[Name]['input'];
  output: Name extends keyof OtherOutputs ? OtherOutputs[Name] : Operations[Name]['output'];
  meta: unknown;
}

interface ProcedureOfKind<Name extends keyof Operations> {
  query: TRPCQueryProcedure<Definition<Name>>;
  mutation: TRPCMutationProcedure<Definition<Name>>;
  subscription: TRPCSubscriptionProcedure<Definition<Name>>;
}

interface Root {
  ctx: object;
  meta: object;
  errorShape: { code: TRPC_ERROR_CODE_NUMBER; message: string; data: RefusalData };
  transformer: false;
}

/**
 * The router of a Parley server, for `createTRPCClient<AppRouter>` of `@trpc/client`: one procedure per operation.
 * @see docs/sdk.md#runtimes
 */
export type AppRouter = TRPCBuiltRouter<Root, { [Name in keyof Procedures]: ProcedureOfKind<Name>[Procedures[Name]] }>;
