import type { PastEventsOptions } from '@parley/sdk';
import type { CompactSpace } from '@parley/sdk/compact';
import { expect, it } from 'vitest';
import { newest } from './newest.ts';

it('messages far back have their newest texts, also if those are further on', async () => {
  const all = Array.from({ length: 100 }, (_, i) => ({ id: `m${i + 1}`, sequence: i + 1, content: `${i + 1}`, type: 'text' }));
  Object.assign(all[9]!, { replacedBy: 'm90' });
  Object.assign(all[89]!, { replaces: 'm10', content: 'corrected' });
  const space = {
    pastEvents: async ({ after = 0, before = 101 }: PastEventsOptions) => ({
      events: all.slice(after, before - 1).map((data) => ({ type: 'message', data })),
    }),
    async *history({ after = 0 }: { after?: number }) {
      yield* all.slice(after);
    },
  };
  const messages = await newest(space as unknown as CompactSpace, 5, 15);
  expect(messages.map(({ content }) => content)).toEqual(['5', '6', '7', '8', '9', 'corrected', '11', '12', '13', '14']);
});
