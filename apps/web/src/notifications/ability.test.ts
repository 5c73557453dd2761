import { describe, expect, it } from 'vitest';
import { abilityOf, advice } from './ability.ts';

const desktop = {
  isSecureContext: true,
  navigator: { serviceWorker: {} },
  Notification: { permission: 'default' as const },
  PushManager: {},
};

describe('notifications', () => {
  it.each([
    ['can be switched on in a browser that knows push', 'can', {}],
    ['can be switched on again where they were allowed', 'can', { Notification: { permission: 'granted' as const } }],
    ['are blocked where somebody refused them', 'blocked', { Notification: { permission: 'denied' as const } }],
    ['need https', 'insecure', { isSecureContext: false, navigator: {} }],
    [
      'need the home screen on an iPhone',
      'home screen',
      { navigator: { serviceWorker: {}, standalone: false }, PushManager: undefined },
    ],
    ['are impossible in an old app on the home screen', 'cannot', { navigator: { standalone: true }, PushManager: undefined }],
    ['are impossible without push', 'cannot', { PushManager: undefined }],
  ] as const)('%s', (_, ability, more) => expect(abilityOf({ ...desktop, ...more })).toBe(ability));

  it('tell what to do where they are impossible', () =>
    expect(Object.values(advice).every((words) => words.endsWith('.'))).toBe(true));
});
