import type { Instant } from '@parley/core';

/** As every answer and event prints an instant. */
export const dateTime = (at: Instant): string => new Date(at).toISOString();
