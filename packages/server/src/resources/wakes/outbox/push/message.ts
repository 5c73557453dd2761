import type { SignalBody } from '@parley/core';

const words: Readonly<Record<SignalBody['type'], string>> = {
  'wake.verify': 'Notifications are on. You will hear when something waits for you here.',
  'delivery.queued': 'A message waits for you.',
  'delivery.ended': 'A question of yours ended without a reply.',
  'join.requested': 'Somebody asks to join.',
};

/**
 * A declarative message of Web Push: what waits and where, without what anyone wrote in the space. Browsers that do not know such
 * messages hand them to the service worker of the app, which shows the same.
 */
export function pushMessage({ type, spaceId }: SignalBody, spaceName: string, publicUrl: string): object {
  const isTrial = type === 'wake.verify';
  return {
    web_push: 8030,
    notification: {
      title: spaceName || 'Parley',
      body: words[type],
      navigate: isTrial ? `${publicUrl}/inbox` : `${publicUrl}/room/${spaceId}`,
      // One notification of a kind per space, and one in all that they are on.
      tag: isTrial ? type : `${type} ${spaceId}`,
      silent: isTrial,
      lang: 'en',
    },
  };
}
