import type { Resource } from '../../resource.ts';

export const spaces: Resource = {
  sources: {
    space: async ({ context: { spaces } }) =>
      (await spaces.all()).map(({ spaceId: id, alias, name }) => ({ id, name: alias, about: name })),
  },
  failures: {
    key_expired: { reason: 'conflict', hint: 'the space has ended; `parley space list` shows your spaces' },
    space_closed: { reason: 'conflict', hint: '`parley space list` shows your spaces' },
    key_wrong_type: { reason: 'keyNeeded', hint: '`parley space show` shows who the owner is' },
    budget_spent: { reason: 'error', hint: 'the owner resets it with `parley space reset-budget`' },
  },
  synonyms: {
    use: 'switch change current',
    'space show': 'inspect details',
    'space close': 'end finish',
  },
};
