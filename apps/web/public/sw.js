// Shows what the server pushes, opens the place where it waits, and answers decisions. It answers no requests of the page. The keys are
// those that the app shares with it while notifications are on (`src/notifications/worker-keys.ts`).

/** Browsers wait some seconds for a notification. */
const patienceMs = 5_000;

addEventListener('install', () => void skipWaiting());
addEventListener('push', (event) => event.waitUntil(show(event.data)));
addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  notification.close();
  event.waitUntil(action ? answer(notification, action) : open(notification.data));
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
    ...(await decisionAt(address).catch(() => undefined)),
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

/**
 * What a notification says if the newest that waits in a room is a decision. Its options are buttons if there is one for each: a choice
 * of some would be a hint.
 */
async function decisionAt(address) {
  const found = /room\/([\w-]+)$/.exec(address);
  const known = found && (await keyOf(found[1]));
  if (!known) return undefined;
  const { deliveries } = await call(known, 'deliveries?limit=500');
  const newest = deliveries.reduce((last, each) => (last && last.sequence > each.sequence ? last : each), undefined);
  if (newest?.expects !== 'answer') return undefined;
  const { decisions } = await call(known, 'decisions?mine=true&limit=50');
  // It is stored with the message that asks.
  const asked = decisions.find(({ sequence, voters }) => sequence === newest.sequence && waitsFor(voters, known));
  if (!asked) return undefined;
  const { decisionId, title, options } = asked;
  const actions = options.map(({ id, label }) => ({ action: id, title: label }));
  return {
    body: `A decision waits for you: ${title}`,
    tag: `decision ${decisionId}`,
    data: `${address}#decision-${decisionId}`,
    ...(actions.length <= (Notification.maxActions ?? 0) && { actions }),
  };
}

const waitsFor = (voters, { participantId }) => voters.some((each) => each.participantId === participantId && !each.answered);

/** Answers a decision without opening it, and says so. The answer is about the version that the decision pins. */
async function answer({ title, icon, tag, data }, option) {
  const [, spaceId, decisionId] = /room\/([\w-]+)#decision-([\w-]+)$/.exec(data) ?? [];
  const known = spaceId && (await keyOf(spaceId).catch(() => undefined));
  if (!known) return open(data);
  const path = `decisions/${decisionId}`;
  let body;
  try {
    const { artifact, options } = await call(known, path);
    await call(known, `${path}/answer`, { option, version: artifact?.version });
    body = `You answered: ${options.find(({ id }) => id === option)?.label ?? option}`;
  } catch (error) {
    body = error.status === undefined ? 'Your answer did not arrive. Open it to try again.' : `Not answered. ${error.message}`;
  }
  await registration.showNotification(title, { body, icon, tag, data, silent: true });
}

/** Calls the service about a space; with a body, it writes. */
async function call({ spaceId, key }, path, body) {
  const answer = await fetch(new URL(`hub/space/${spaceId}/${path}`, registration.scope), {
    headers: {
      'x-private-key': key,
      ...(body && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    cache: 'no-store',
    signal: AbortSignal.timeout(patienceMs),
  });
  const read = await answer.json();
  if (answer.ok) return read;
  throw Object.assign(new Error(read.error ?? 'Open it to see why.'), { status: answer.status });
}

/** The key of a space, if the app has shared it. */
async function keyOf(spaceId) {
  const opening = indexedDB.open('parley', 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('keys', { keyPath: 'spaceId' }));
  const database = await done(opening);
  try {
    return await done(database.transaction('keys').objectStore('keys').get(spaceId));
  } finally {
    database.close();
  }
}

const done = (request) =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });

async function open(address) {
  const there = (await windowsOfApp()).find((each) => isAt(each, address));
  if (!there) return clients.openWindow(address);
  await there.focus();
  // One that this worker does not control stays where it is.
  if (there.url !== address && address.includes('#')) await there.navigate(address).catch(() => {});
}

const windowsOfApp = () => clients.matchAll({ type: 'window', includeUncontrolled: true });

const pageOf = (address) => address.split('#')[0];

const isAt = ({ url }, address) => pageOf(url) === pageOf(address);

/** The app tells the server when it is opened next. */
async function renew({ newSubscription, oldSubscription }) {
  if (!newSubscription && oldSubscription) await registration.pushManager.subscribe(oldSubscription.options);
}
