import { expect, it } from 'vitest';
import { pushMessage } from './message.ts';

it('a notification says that a question ended without a reply, in its space, and replaces only others that say so', () => {
  const about = { type: 'delivery.ended', kind: 'outcome', spaceId: 's', participantId: 'p', outcome: 'declined' } as const;
  const ids = { deliveryId: 'd', messageId: 'm' };
  expect(pushMessage({ ...about, ...ids }, 'Harbour', 'https://parley.example')).toMatchObject({
    notification: {
      title: 'Harbour',
      body: 'A question of yours ended without a reply.',
      navigate: 'https://parley.example/room/s',
      tag: 'delivery.ended s',
    },
  });
});
