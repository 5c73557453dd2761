import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { lazy } from '../engine/async/lazy.ts';

const coolDownMs = 5_000;

/** Finds the key of a JWT among those in our own database. */
export function publishedKeys(read: () => Promise<JSONWebKeySet>, now: () => number = () => performance.now()): JWTVerifyGetKey {
  const readOnce = () => lazy(async () => createLocalJWKSet(await read()));
  let keys = readOnce();
  return lookingAgain(
    async (header, token) => (await keys())(header, token),
    async () => void (keys = readOnce()),
    coolDownMs,
    now,
  );
}

/** An unknown key can be new or forged: it causes a reload of the keys, but not every time. */
export function lookingAgain(
  find: JWTVerifyGetKey,
  load: () => Promise<void>,
  notWithinMs: number,
  now: () => number = () => performance.now(),
): JWTVerifyGetKey {
  let loadedAt = -Infinity;
  let loading = Promise.resolve();
  return async (header, token) => {
    try {
      return await find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      if (now() - loadedAt >= notWithinMs) {
        loadedAt = now();
        loading = load();
      }
      await loading;
      return find(header, token);
    }
  };
}
