import type { z } from 'zod';
import type { expectation, messageType } from './views.ts';

export type MessageType = z.output<typeof messageType>;

export type Expects = z.output<typeof expectation>;
