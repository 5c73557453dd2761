import type { z } from 'zod';
import type { Instant } from '../../kernel/instant.ts';
import type { expectation, messageType } from './views.ts';

export type MessageType = z.output<typeof messageType>;

export type Expects = z.output<typeof expectation>;

declare module '../../kernel/space.ts' {
  interface Space {
    /** The texts of messages up to this instant were erased, because they were older than the server keeps them. */
    readonly messagesExpiredTo?: Instant | undefined;
  }
}
