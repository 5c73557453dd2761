import type { WebPushSubscription } from '@parley/sdk';
import { root } from '../app/place.ts';
import { registerService } from '../app/workers.ts';
import { parley } from '../space/client.ts';

const registered = () => navigator.serviceWorker.getRegistration(root.href);

/** Subscribes this browser, if it is not subscribed yet. Needs the permission. */
export async function subscribe(): Promise<WebPushSubscription> {
  await registerService();
  const { pushManager } = await navigator.serviceWorker.ready;
  const found = await pushManager.getSubscription();
  if (found) return described(found);
  const { publicKey } = await parley.call('getPushKey', {});
  return described(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
}

export async function unsubscribe(): Promise<void> {
  const registration = await registered();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  await registration?.unregister();
}

function described(subscription: PushSubscription): WebPushSubscription {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } };
}
