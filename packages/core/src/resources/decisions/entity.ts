import type { z } from 'zod';
import type { Instant } from '../../kernel/instant.ts';
import type { Redaction } from '../../kernel/redaction.ts';
import type { SpeakerClass } from '../participants/entity.ts';
import type { decisionAction, decisionRule, decisionState } from './views.ts';

export type DecisionState = z.output<typeof decisionState>;

export type DecisionRule = z.output<typeof decisionRule>;

export type DecisionAction = z.output<typeof decisionAction>;

/** A question with options, which named participants answer. Those that have ended are no longer a part of the state. */
export interface Decision {
  readonly decisionId: string;
  /** Of the event that announced it; assigned when it is stored. */
  readonly sequence?: number | undefined;
  readonly title: string;
  readonly options: readonly DecisionOption[];
  /** The electorate, as it was when the decision was opened. Nobody is added or removed. */
  readonly voters: readonly Voter[];
  readonly rule: DecisionRule;
  /** Nobody sees the answers until it ends. */
  readonly isSecret: boolean;
  readonly openedBy: string;
  /** The name at that time. */
  readonly openedByName: string;
  readonly createdAt: Instant;
  readonly expiresAt?: Instant | undefined;
  /** The option that is decided at the end of its time if the answers decide nothing. */
  readonly fallback?: string | undefined;
  readonly artifact?: PinnedVersion | undefined;
  /** The message that asks the voters, and its deliveries, which end when they have answered, or with the decision. */
  readonly asking?: { readonly messageId: string; readonly deliveryIds: readonly string[] } | undefined;
  readonly end?: DecisionEnd | undefined;
  /** The texts of the question were erased. */
  readonly redacted?: Redaction | undefined;
}

export interface DecisionOption {
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
}

export interface Voter {
  readonly participantId: string;
  /** The name at that time. */
  readonly name: string;
  /** What the service knew of it at that time. */
  readonly speaker: SpeakerClass;
  readonly answer?: VoterAnswer | undefined;
}

export interface VoterAnswer {
  /** The id of an option. */
  readonly option: string;
  readonly at: Instant;
}

/** The version of an artifact that a decision is about. Its content is never pruned. */
export interface PinnedVersion {
  readonly artifactId: string;
  /** The name at that time. */
  readonly name: string;
  readonly version: number;
  readonly sha256: string;
  /** Who wrote it, and so does not vote. */
  readonly authorId: string;
}

export interface DecisionEnd {
  readonly state: Exclude<DecisionState, 'open'>;
  /** If it was decided: the id of an option. */
  readonly outcome?: string | undefined;
  readonly at: Instant;
  /** Who ended it; undefined if time did. */
  readonly by?: string | undefined;
  /** What the owner said who closed it. */
  readonly statement?: string | undefined;
}

/** The question in detail, or the reason for an answer. Not a part of the state, because it can be long. */
export interface DecisionText {
  readonly decisionId: string;
  /** The voter whose reason it is; empty for the question. */
  readonly voterId: string;
  readonly text: string;
  /** Its size in UTF-8. */
  readonly bytes: number;
  /** It was erased. */
  readonly redacted?: Redaction | undefined;
}

export const decisionStateOf = ({ end }: Pick<Decision, 'end'>): DecisionState => end?.state ?? 'open';

/** Whether the answers must not be shown yet. */
export const hidesAnswers = ({ isSecret, end }: Pick<Decision, 'isSecret' | 'end'>): boolean => isSecret && end === undefined;

declare module '../../kernel/state.ts' {
  interface Entities {
    decisions: Decision;
  }
}
