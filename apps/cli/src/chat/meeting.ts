import type { Space } from '@parley/sdk';
import type { Direction, Entry } from './entry.ts';
import type { HeldLocks } from './held-locks.ts';
import type { Settling } from './settling.ts';

/** Where commands take effect. */
export interface Meeting {
  space: Space;
  locks: HeldLocks;
  settling: Settling;
  /** Opens the user's editor on an artifact, under its lock. */
  edit(artifactId: string): Promise<void>;
  leave(): Promise<void>;
  /** Sends a message that is directed to somebody, or replies to another one. */
  direct(text: string, direction: Direction): Promise<void>;
  retry(): Promise<void>;
  discard(): void;
  quit(): Promise<void>;
}

/** What a command shows: text, or an entry of another kind. */
export type Answer = string | Entry | undefined;
