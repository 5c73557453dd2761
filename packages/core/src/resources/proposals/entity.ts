import type { z } from 'zod';
import type { Instant } from '../../kernel/instant.ts';
import type { ChangeVia } from '../artifacts/entity.ts';
import type { proposalState } from './views.ts';

export type ProposalState = z.output<typeof proposalState>;

/** A change that waits for somebody who can decide. Those that have ended are no longer a part of the state. */
export interface Proposal {
  readonly proposalId: string;
  /** Of the event that announced it first; assigned when it is stored. */
  readonly sequence?: number | undefined;
  readonly artifactId: string;
  readonly authorId: string;
  /** The display name at that time. */
  readonly authorName: string;
  readonly baseVersion: number;
  readonly via: ChangeVia;
  readonly note?: string | undefined;
  /** Increases with each change by its author. */
  readonly revision: number;
  readonly createdAt: Instant;
  /** The message that announced its latest revision, and its deliveries. */
  readonly messageId?: string | undefined;
  readonly deliveryIds: readonly string[];
  readonly end?: ProposalEnd | undefined;
}

export interface ProposalEnd {
  readonly state: Exclude<ProposalState, 'open'>;
  readonly at: Instant;
  readonly by: string;
  /** A reason. */
  readonly note?: string | undefined;
  /** The version that it became. */
  readonly version?: number | undefined;
}

/** The change of a revision, as its author sent it. Not a part of the state, because it can be long. */
export interface ProposedChange {
  readonly proposalId: string;
  readonly revision: number;
  /** A `TextChange` as JSON. */
  readonly change: string;
  /** Its size in UTF-8. */
  readonly bytes: number;
}

declare module '../../kernel/state.ts' {
  interface Entities {
    proposals: Proposal;
  }
}
