import type { Artifacts } from '@parley/sdk';
import type { Room } from '../../space/room.ts';
import { wholeSpaceOf } from '../../space/whole.ts';

const known = new WeakMap<Room, Artifacts>();

/** The artifacts of a room: always the same object, because edits of one artifact wait for each other there. */
export function artifactsOf(room: Room): Artifacts {
  let artifacts = known.get(room);
  if (!artifacts) known.set(room, (artifacts = wholeSpaceOf(room).artifacts));
  return artifacts;
}
