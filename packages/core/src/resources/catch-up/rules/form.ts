import type {
  ArtifactChange,
  CatchUp,
  CaughtMessage,
  Decided,
  Hunk,
  Omission,
  OpenDelivery,
  PersonList,
  Someone,
  TodoItem,
} from './material.ts';

/** The items of which an answer is made. */
export interface Items {
  lock: CatchUp['you']['locks'][number];
  delivery: OpenDelivery;
  todo: TodoItem;
  decided: Decided;
  /** Without its hunks, but with room for what surrounds them. */
  artifact: ArtifactChange['shown'];
  hunk: Hunk;
  message: CaughtMessage;
  person: { list: PersonList; someone: Someone };
  agenda: string;
  omission: Omission;
}

/**
 * How an answer is written: as JSON or as text. The bytes of an answer are at most those of its frame and of its items, so that what fits
 * can be chosen one by one.
 */
export interface Form {
  /** Bytes of the answer without any items. */
  frame(empty: CatchUp): number;
  /** Bytes that an item adds. */
  bytes: { readonly [Name in keyof Items]: (item: Items[Name]) => number };
  /** Bytes of a name in the frame. */
  label(name: string): number;
}
