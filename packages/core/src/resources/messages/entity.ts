import type { z } from 'zod';
import type { Instant } from '../../kernel/instant.ts';
import type { expectation, messageType, redaction } from './views.ts';

export type MessageType = z.output<typeof messageType>;

export type Expects = z.output<typeof expectation>;

/** Who erased the text of a message, when and why. */
export type Redaction = z.output<typeof redaction>;

declare module '../../kernel/space.ts' {
  interface Space {
    /** The texts of messages up to this instant were erased, because they were older than the server keeps them. */
    readonly messagesExpiredTo?: Instant | undefined;
  }
}
