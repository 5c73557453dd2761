import { z } from 'zod';
import { maxPageSize } from './limits.ts';
import { instant } from './instant.ts';

/** What a page says about the rest of its list. */
export const hasMore = z.boolean().meta({ description: 'Whether there are more' });

/** The page of a list that is ordered by creation; an answer with all entries would have no bound. */
export const pageByTime = {
  limit: z.int().min(1).max(maxPageSize).default(maxPageSize).meta({ description: 'Maximum number of entries to return' }),
  before: instant.optional().meta({ description: 'Return only entries with an earlier `createdAt`' }),
};
