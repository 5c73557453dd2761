import { A2aRefusal } from './refusal.ts';

/** Whether clients can be notified of a task; the agent card says so. */
export const pushNotifications = false;

/** Each operation on push notification configurations, and a message that comes with one. */
export function refusePush(): never {
  throw new A2aRefusal('PUSH_NOTIFICATION_NOT_SUPPORTED', 'Push notifications are not supported: subscribe to the task instead');
}
