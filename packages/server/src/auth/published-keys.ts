import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { kept } from '../kept.ts';

const coolDownMs = 5_000;

/** Finds the key of a JWT among those that were read. An unknown one may be new, or forged: for it the keys are read again, but seldom. */
export function publishedKeys(read: () => Promise<JSONWebKeySet>, now: () => number = Date.now): JWTVerifyGetKey {
  const readOnce = () => kept(async () => createLocalJWKSet(await read()));
  let keys = readOnce();
  let readAgainAt = -Infinity;

  return async (header, token) => {
    try {
      return await (
        await keys()
      )(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      if (now() - readAgainAt >= coolDownMs) {
        readAgainAt = now();
        keys = readOnce();
      }
      return (await keys())(header, token);
    }
  };
}
