import { z } from 'zod';
import * as meeting from '../../kernel/example.ts';
import { operation } from '../../kernel/operation.ts';
import { reference } from '../../kernel/reading.ts';
import { type Tag, resource } from '../../kernel/resource.ts';
import { idNotName, instant, label, spacePath } from '../../kernel/schemas.ts';
import * as messages from '../messages/example.ts';
import { placeOfCursor } from './cursor.ts';
import { searchedKinds, searchedNames } from './kinds.ts';
import { defaultSearchResults, maxQueryCharacters, maxQueryTerms, maxSearchResults } from './limits.ts';
import { termsOf } from './query.ts';
import { searchResults } from './views.ts';

const tag: Tag = {
  name: 'Search',
  description: 'Finding what was said, written and decided in a space.',
  permission: 'send',
  tools: 'participant',
};

/** What callers who have not read the documentation call its fields. */
const aliases = {
  q: ['query', 'search', 'text', 'term', 'keyword', 'words'],
  in: ['kinds', 'types', 'scope'],
  from: ['author', 'authorId', 'sender', 'senderId', 'by'],
  before: ['until'],
};

const listed = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
const searchedTexts = listed(Object.values(searchedKinds).map(({ texts }) => texts));
const names = searchedNames.join('|');

const query = label(maxQueryCharacters).superRefine((q, context) => {
  const { length } = termsOf(q);
  if (length === 0) context.addIssue('must contain a word');
  if (length > maxQueryTerms) {
    const message = `must have at most ${maxQueryTerms} words and phrases, but has ${length}`;
    context.addIssue({ code: 'custom', message, params: { limit: maxQueryTerms, actual: length } });
  }
});

const operations = () => ({
  searchSpace: operation({
    method: 'GET',
    path: '/hub/space/{spaceId}/search',
    summary: 'Find words in all that was said and written, newest first',
    description:
      `Finds words in ${searchedTexts}. All words must be there, in any order and case; a phrase is in quotes. Three letters and more are found ` +
      'in the middle of a word too, fewer only at its beginning. A call looks at a bounded part of the space: while `hasMore`, pass `cursor`.',
    example: {
      input: { ...meeting.inSpace, q: 'begin' },
      output: {
        results: [
          {
            kind: 'message',
            id: messages.messageId,
            sequence: messages.message.sequence,
            at: meeting.at,
            authorId: messages.message.senderId,
            authorName: messages.message.senderName,
            excerpt: messages.message.content,
            ranges: [{ start: 9, end: 14 }],
          },
        ],
        hasMore: false,
        searchedBack: meeting.at,
      },
    },
    tag,
    auth: 'member',
    isCostly: true,
    forModels: {
      description: 'All words must be there. While `hasMore`, even without results, pass `cursor` to go on.',
      defaults: { limit: 10 },
      hides: ['before'],
      fields: {
        in: `Of ${searchedNames.join(', ')}; separated by commas`,
        from: 'Only of this participant',
        after: 'Only what is newer: a time',
        cursor: '',
      },
    },
    input: spacePath.extend({
      q: query.meta({ description: 'Words and quoted phrases' }),
      in: z
        .string()
        .regex(new RegExp(`^(?:${names})(?:,(?:${names}))*$`), `must be a list of ${listed(searchedNames)}, separated by commas`)
        .optional()
        .meta({ description: `Some of ${searchedNames.join(', ')}, separated by commas` }),
      from: reference('participant', idNotName('a participantId'))
        .optional()
        .meta({ description: 'Only what this participant wrote' }),
      before: instant.optional().meta({ description: 'Only what is older' }),
      after: instant.optional().meta({ description: 'Only what is newer' }),
      limit: z.int().min(1).max(maxSearchResults).default(defaultSearchResults).meta({ description: 'Number of results' }),
      cursor: z
        .string()
        .max(100)
        .refine((cursor) => placeOfCursor(cursor) !== undefined, 'must be the cursor of an earlier search')
        .optional()
        .meta({ description: 'The last `cursor`' }),
    }),
    output: searchResults,
    errors: [400, 401, 404, 429],
  }),
});

export const search = resource({ tag, aliases, operations });
