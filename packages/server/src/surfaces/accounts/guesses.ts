import type { FastifyRequest } from 'fastify';
import type { Parley } from '../../parley.ts';
import { isKnownBrowser } from './known-browser.ts';
import { throttle, type Throttle } from '../../engine/limits/throttle.ts';

const minute = 60;
const quarterOfAnHour = 15 * minute;

/** A permitted attempt to sign in. */
interface Guess {
  /** The password was right, so the attempt does not count. */
  right(): Promise<void>;
}

export type MayGuess = (request: FastifyRequest, email: string) => Promise<Guess | undefined>;

/**
 * Limits wrong passwords per address and per account. One address can use up only a part of the limit of an account.
 * Known browsers have a separate limit, so that strangers cannot lock out the user.
 */
export function guesses(parley: Parley): MayGuess {
  const fromAddress = throttle(parley, { name: 'guesses from an address', points: 10, seconds: minute });
  const byStranger = throttle(parley, { name: 'guesses by a stranger', points: 5, seconds: quarterOfAnHour });
  const byStrangers = throttle(parley, { name: 'guesses by strangers', points: 20, seconds: quarterOfAnHour });
  const byKnown = throttle(parley, { name: 'guesses by known browsers', points: 20, seconds: quarterOfAnHour });

  return async (request, email) => {
    const account = email.toLowerCase();
    const { address } = request;
    const counted: [Throttle, ...string[]][] = isKnownBrowser(request, parley.secret, account)
      ? [[byKnown, account]]
      : [
          [fromAddress, address],
          [byStranger, address, account],
          [byStrangers, account],
        ];
    for (const [each, ...what] of counted) if (!(await each.mayTry(...what))) return undefined;
    return { right: async () => void (await Promise.all(counted.map(([each, ...what]) => each.giveBack(...what)))) };
  };
}
