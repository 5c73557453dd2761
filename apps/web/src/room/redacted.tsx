import type { Message } from '@parley/sdk';
import type { Room } from '../space/room.ts';
import { When } from './when.tsx';

/** What is left of a text: who erased it, when and why. */
export function Redacted({ by, at, reason, room }: NonNullable<Message['redacted']> & { room: Room }) {
  if (by === undefined) {
    return (
      <p class="redacted">
        Deleted by this server {reason === 'account' ? 'with the account of its author' : 'because of its age'}, <When at={at} />
      </p>
    );
  }
  return (
    <p class="redacted">
      Deleted by {by === room.me ? 'you' : <bdi>{room.nameOf(by)}</bdi>}, <When at={at} />
      {reason && (
        <>
          : <bdi>{reason}</bdi>
        </>
      )}
    </p>
  );
}
