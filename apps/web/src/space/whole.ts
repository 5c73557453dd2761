import { Parley, type ParleyOptions, type Space } from '@parley/sdk';
import { service } from './client.ts';
import { outliving } from './outliving.ts';
import type { Room } from './room.ts';

const ask = outliving(window);

/** The space of a room with a method for everything. What a room loads before it shows does not import it. */
export const wholeSpaceOf = ({ spaceId, me, space }: Room, options?: ParleyOptions): Space =>
  new Parley({ baseUrl: service, fetch: ask, ...options }).space({ spaceId, key: space.key, participantId: me });
