import type { z } from 'zod';
import type { TodoItems, TodoName } from '../declared.ts';
import type { caughtUp } from '../views.ts';

export type CatchUp = z.output<typeof caughtUp>;
export type CaughtMessage = CatchUp['messages'][number];
export type OpenDelivery = CatchUp['todo']['deliveries'][number];
export type Decided = CatchUp['decided'][number];
export type Someone = NonNullable<CatchUp['room']['joined']>[number];
export type Omission = CatchUp['omitted'][number];
export type Hunk = NonNullable<CatchUp['artifacts'][number]['hunks']>[number];

/** An item of a list of what waits. */
export interface TodoItem {
  readonly list: TodoName;
  readonly item: TodoItems[TodoName];
}

/** What waits, by list, in the order of the answer. */
type TodoMaterial = { readonly [Name in TodoName]?: readonly TodoItems[Name][] };

/** An artifact whose text or name has changed. */
export interface ArtifactChange {
  readonly shown: Omit<CatchUp['artifacts'][number], 'hunks' | 'truncated'>;
  /** Undefined if its versions were not compared. */
  readonly hunks?: readonly Hunk[] | undefined;
  /** Not all hunks are known. */
  readonly isCut?: boolean;
  /** The sequences of its first and its last change. */
  readonly first: number;
  readonly last: number;
}

export type PersonList = 'joined' | 'left' | 'muted' | 'unmuted' | 'waiting';

export interface PersonChange extends Someone {
  readonly list: PersonList;
  readonly first: number;
  readonly last: number;
}

/** A message that was read, with its whole content. */
export interface ReadMessage extends Omit<CaughtMessage, 'truncated'> {
  /** Only the beginning of its content was read. */
  readonly isCut?: boolean;
}

/** What a catch-up is chosen from. Everything in it is visible to its reader. */
export interface Material extends TodoMaterial {
  readonly after: number;
  readonly head: number;
  readonly you: Omit<CatchUp['you'], 'locksHeld'>;
  readonly room: Pick<CatchUp['room'], 'name' | 'ttlRemaining' | 'paused'> & { readonly agenda?: string | undefined };
  /** Oldest first. */
  readonly deliveries: readonly (Omit<OpenDelivery, 'message'> & { readonly message: ReadMessage })[];
  readonly openDeliveries: number;
  readonly heldDeliveries: number;
  /** Of the last three, the latest first. */
  readonly decided: readonly Decided[];
  readonly artifacts: readonly ArtifactChange[];
  readonly people: readonly PersonChange[];
  /** Every message that was read, in order of sequence. */
  readonly messages: readonly ReadMessage[];
  /** What is after `after` but was not read, except for some messages of it. */
  readonly unread: {
    /** Before this sequence, not all messages were read; `count` of them, those that were read included, or more. */
    readonly messages?: { readonly before: number; readonly count: number; readonly hasMore: boolean } | undefined;
    /** Changes with a sequence before this one. */
    readonly changesBefore?: number | undefined;
  };
}
