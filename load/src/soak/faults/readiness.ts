import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from '@parley/testing';

const patienceMs = 60_000;
const answerMs = 30_000;

/** Waits until every server says whether it is ready as expected, while each says that it is alive. Returns what is wrong. */
export async function readinessFaults(servers: readonly Server[], isReady: boolean): Promise<string[]> {
  const found = await Promise.all(
    servers.map(async ({ url }, i) => {
      if ((await statusOf(`${url}/livez`)) !== 200) return [`server ${i} did not say that it is alive`];
      const wanted = isReady ? 200 : 503;
      for (const start = performance.now(); performance.now() - start < patienceMs; await sleep(100)) {
        if ((await statusOf(`${url}/readyz`)) === wanted) return [];
      }
      return [`server ${i} did not say that it is ${isReady ? '' : 'not '}ready`];
    }),
  );
  return found.flat();
}

const statusOf = (url: string): Promise<number> =>
  fetch(url, { signal: AbortSignal.timeout(answerMs) }).then(
    async (response) => {
      await response.text();
      return response.status;
    },
    () => 0,
  );
