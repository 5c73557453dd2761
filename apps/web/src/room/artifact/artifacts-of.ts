import { Parley, type Artifacts } from '@parley/sdk';
import { service } from '../../space/client.ts';
import type { Room } from '../../space/room.ts';

/** The client with a method for everything. What a room loads before it shows does not import it. */
const parley = new Parley({ baseUrl: service });
const known = new WeakMap<Room, Artifacts>();

/** The artifacts of a room: always the same object, because edits of one artifact wait for each other there. */
export function artifactsOf(room: Room): Artifacts {
  let artifacts = known.get(room);
  if (!artifacts) {
    const { spaceId, key } = room.space;
    known.set(room, (artifacts = parley.space({ spaceId, key, participantId: room.me }).artifacts));
  }
  return artifacts;
}
