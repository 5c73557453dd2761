import type { Instant } from '@parley/core';

/** The format of instants in all answers and events. */
export const dateTime = (at: Instant): string => new Date(at).toISOString();
