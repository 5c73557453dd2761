// Shows what the server pushes, and opens the place where it waits. It answers no requests and stores nothing.

addEventListener('install', () => void skipWaiting());
addEventListener('push', (event) => event.waitUntil(show(event.data)));
addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

/** Browsers take the permission away from those who show nothing, so something unreadable shows something too. */
async function show(data) {
  const { title = 'Parley', navigate = '', ...options } = read(data);
  const address = placeOf(navigate);
  const windows = await windowsOfApp();
  if (windows.some((each) => each.focused && isAt(each, address))) return;
  await navigator.setAppBadge?.().catch(() => {});
  await registration.showNotification(title, {
    body: 'Something waits for you.',
    icon: new URL('icon-192.png', registration.scope).href,
    ...options,
    data: address,
  });
}

function read(data) {
  try {
    return data.json().notification ?? {};
  } catch {
    return {};
  }
}

/** A room or the inbox of this service, whatever address it has for others. */
function placeOf(navigate) {
  const [path = 'inbox'] = /(?:room\/[\w-]+|inbox)$/.exec(navigate) ?? [];
  return new URL(path, registration.scope).href;
}

async function open(address) {
  const there = (await windowsOfApp()).find((each) => isAt(each, address));
  return there ? there.focus() : clients.openWindow(address);
}

const windowsOfApp = () => clients.matchAll({ type: 'window', includeUncontrolled: true });

const isAt = ({ url }, address) => url.split('#')[0] === address;

/** The app tells the server when it is opened next: only the app has the keys. */
async function renew({ newSubscription, oldSubscription }) {
  if (!newSubscription && oldSubscription) await registration.pushManager.subscribe(oldSubscription.options);
}
