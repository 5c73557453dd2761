import type { Space } from '@parley/sdk';
import type { HistoryDirection, Entry } from './entry.ts';

/** Where commands take effect. */
export interface Meeting {
  space: Space;
  locks: { take(id: string): Promise<void>; release(id: string): Promise<void> };
  settling: {
    settle(message: { id: string; sequence: number }, outcome: 'acknowledged' | 'declined', note: string): Promise<void>;
    accept(message: { id: string; sequence: number }): Promise<void>;
  };
  /** Opens the user's editor on a text, under its lock. */
  edit(id: string): Promise<void>;
  leave(): Promise<void>;
  /** Sends a message that is directed to somebody, or replies to another one. */
  direct(text: string, direction: HistoryDirection): Promise<void>;
  retry(): Promise<void>;
  discard(): void;
  quit(): Promise<void>;
}

/** What a command shows: text, or an entry of another kind. */
export type Answer = string | Entry | undefined;
