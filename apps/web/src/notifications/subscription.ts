import type { WebPushSubscription } from '@parley/sdk';
import { root } from '../app/place.ts';
import { parley } from '../space/client.ts';

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(text: string): unknown };
}

const worker = new URL('sw.js', root).href;
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
/** The policy of the page allows this one: whatever it is asked for, its only address is the service worker. */
const policy = trustedTypes?.createPolicy('parley-worker', { createScriptURL: () => worker });

const registered = () => navigator.serviceWorker.getRegistration(root.href);

/** Subscribes this browser, if it is not subscribed yet. Needs the permission. */
export async function subscribe(): Promise<WebPushSubscription> {
  await navigator.serviceWorker.register((policy?.createScriptURL('') ?? worker) as string);
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
