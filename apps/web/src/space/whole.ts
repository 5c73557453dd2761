import { Parley, type ParleyOptions, type Space } from '@parley/sdk';
import { service } from './client.ts';
import type { Room } from './room.ts';

// A request of a page that goes away is aborted with it, unless it says that it outlives the page.
let isLeaving = false;
addEventListener('pagehide', () => (isLeaving = true), { capture: true });
addEventListener('pageshow', () => (isLeaving = false), { capture: true });
const outliving: typeof fetch = (address, init) => fetch(address, isLeaving ? { ...init, keepalive: true } : init);

/** The space of a room with a method for everything. What a room loads before it shows does not import it. */
export const wholeSpaceOf = ({ spaceId, me, space }: Room, options?: ParleyOptions): Space =>
  new Parley({ baseUrl: service, fetch: outliving, ...options }).space({ spaceId, key: space.key, participantId: me });
