/** How the service worker finds what it answers decisions with. `public/sw.js` uses the same names. */
const database = 'parley';
const store = 'keys';

/** What the service worker needs to know of a space. */
export interface WorkerKey {
  readonly spaceId: string;
  readonly participantId: string;
  readonly key: string;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * The service worker has exactly these keys from now on: it cannot read those of the page. One that is forgotten here is gone there
 * too. If this browser stores nothing, notifications have no answers.
 */
export function shareWithWorker(keys: readonly WorkerKey[]): Promise<void> {
  const sharing = last.then(() => replaceAll(keys)).catch(() => {});
  last = sharing;
  return sharing;
}

async function replaceAll(keys: readonly WorkerKey[]): Promise<void> {
  const opened = await opening();
  try {
    const transaction = opened.transaction(store, 'readwrite');
    const all = transaction.objectStore(store);
    all.clear();
    for (const { spaceId, participantId, key } of keys) all.put({ spaceId, participantId, key });
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('It was aborted')));
    });
  } finally {
    opened.close();
  }
}

const opening = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store, { keyPath: 'spaceId' }));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error!));
  });
