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
    paused: { reason: 'conflict', hint: '`parley space show` says why it is paused; try again when the owner has resumed it' },
    budget_spent: { reason: 'error', hint: 'the owner resets it with `parley space reset-budget`' },
  },
  synonyms: {
    use: 'switch change current',
    'space show': 'inspect details',
    'space close': 'end finish',
    pause: 'stop halt freeze suspend hold',
    resume: 'continue unpause unfreeze',
  },
};
