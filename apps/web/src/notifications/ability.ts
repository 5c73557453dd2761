/** Whether this browser can show notifications, or why not. */
export type Ability = 'can' | 'blocked' | 'home screen' | 'insecure' | 'cannot';

interface Surroundings {
  isSecureContext: boolean;
  navigator: object;
  Notification?: { permission: NotificationPermission };
  PushManager?: unknown;
}

/** Browsers of iPhones and iPads can only in an app on the home screen: until then, they know no push. */
export function abilityOf(browser: Surroundings): Ability {
  const { isSecureContext, navigator, Notification, PushManager } = browser;
  if (!isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator) || !Notification || !PushManager)
    return 'standalone' in navigator && !navigator.standalone ? 'home screen' : 'cannot';
  return Notification.permission === 'denied' ? 'blocked' : 'can';
}

/** What somebody can do about it. */
export const advice: Readonly<Record<Exclude<Ability, 'can'>, string>> = {
  blocked: 'This browser blocks notifications of Parley. Allow them in its settings for this site, then reload the page.',
  'home screen':
    'For notifications on an iPhone or iPad, add Parley to the home screen: Share, then Add to Home Screen. Open it from there and switch them on.',
  insecure: 'Notifications need an address that begins with https.',
  cannot: 'This browser cannot show notifications of websites.',
};
