import type { Addressing } from '@parley/mcp';

/** Tools take the space in place of a key. */
export const bySpace = (isPinned: boolean, isPushed = false): Addressing => ({
  hides: ['spaceId'],
  // The link of an invitation is meant for others and contains its key; nobody needs the key alone.
  withholds: ['publicInvitationKey'],
  // The only space of the profile is meant without it.
  adds: ({ space }) => ({ ...(space && !isPinned && { space: { type: 'string' } }) }),
  unlisted: ['idempotencyKey'],
  words: {
    keys: [
      isPinned
        ? 'All tools act in one space, which you have already joined: leave out join_space. The keys are kept for you.'
        : '`space` is the alias or the id of a space; leave it out if you are in one only. list_spaces names them. `join_space` takes the link of an invitation. ' +
          'The keys are kept for you; you never need one.',
      ...(isPushed ? ['A channel event announces a delivery to you: call claim_delivery in its space.'] : []),
    ].join(' '),
    joining: (link, name) =>
      isPinned
        ? 'Take part in the space that the tools act in.'
        : `Join the space at ${link} as ${JSON.stringify(name)} with join_space, and use the \`space\` that it returns. ` +
          'While it returns the status pending, the owner has to approve you: call it again.',
  },
});
