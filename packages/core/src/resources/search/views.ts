import { z } from 'zod';
import { ballast, callerLabel, callerText } from '../../kernel/reading.ts';
import { dateTime, id, sequence } from '../../kernel/schemas.ts';
import { searchedThings } from './kinds.ts';
import { excerptCharacters } from './limits.ts';

const searchResult = z
  .object({
    kind: z.enum(searchedThings),
    id,
    sequence: sequence.optional().meta({ description: 'Position in the log; absent from what has none' }),
    at: dateTime.meta({ description: 'When it was said, opened or uploaded, or changed last; orders the results' }),
    authorId: id,
    aboutId: id.optional().meta({ description: 'What a comment is about; absent from other kinds' }),
    authorName: callerLabel().optional().meta({ description: 'Absent if it is not known any more' }),
    title: callerLabel().optional().meta({ description: 'Its title or name, if it has one' }),
    excerpt: callerText({ field: 'authorId' }).meta({
      description: `Where its text has what is looked for, on one line of at most ${excerptCharacters} characters; its title or name, if only that has it`,
    }),
    ranges: ballast(
      z
        .array(z.object({ start: z.int(), end: z.int() }))
        .meta({ description: 'Where in the excerpt, in characters (Unicode code points): from `start` to before `end`' }),
    ),
  })
  .meta({ id: 'SearchResult', description: 'Something that a search has found' });

export const searchResults = z
  .object({
    results: z.array(searchResult).meta({ description: 'Newest first' }),
    cursor: z
      .string()
      .optional()
      .meta({ description: 'Where to continue, with the same other parameters; absent if everything was searched' }),
    hasMore: z.boolean().meta({
      description:
        'Whether older things were not searched yet. A search looks at a bounded part at a time, so `results` can be empty',
    }),
    searchedBack: dateTime.meta({ description: 'Everything from then on was searched' }),
  })
  .meta({ id: 'SearchResults', description: 'What a search has found in the part of the space that it has looked at' });

export type SearchResult = z.output<typeof searchResult>;
export type SearchResults = z.output<typeof searchResults>;
