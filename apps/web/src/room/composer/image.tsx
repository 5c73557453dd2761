import type { Room } from '../../space/room.ts';

/** The image that is sent with the message. */
export function DraftImage({ image, room }: { image: string | undefined; room: Room }) {
  if (image === undefined) return null;
  return (
    <figure class="draft-image">
      <img src={image} alt="The image to send" />
      <button type="button" class="quiet small" onClick={() => room.drafts.change({ image: undefined })}>
        Remove the image
      </button>
    </figure>
  );
}
