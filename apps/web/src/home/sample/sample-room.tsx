import '../../room/room.css';
import '../../room/timeline/timeline.css';
import { useMemo } from 'preact/hooks';
import { later } from '../../app/later.tsx';
import { Composer } from '../../room/composer/composer.tsx';
import { RoomHeader } from '../../room/room-header.tsx';
import { loadSidebar } from '../../room/sidebar/load.ts';
import { MessageItem } from '../../room/timeline/message-item.tsx';
import { sampleRoom } from './sample.ts';

const Sidebar = later(loadSidebar);

/** A picture of a meeting, drawn by the components of the room itself. */
export function SampleRoom() {
  const room = useMemo(sampleRoom, []);
  return (
    <figure
      class="sample"
      role="img"
      aria-label="A meeting: Maya, Jonas and an agent talk about a release and share two documents."
    >
      <div class="room" inert>
        <RoomHeader room={room} />
        <Sidebar room={room} />
        <div class="conversation">
          <div class="timeline">
            <ol>
              {room.entries.value.map(
                (entry) =>
                  entry.kind === 'message' && (
                    <MessageItem key={entry.sequence} message={entry.message} goesOn={false} room={room} />
                  ),
              )}
            </ol>
          </div>
          <Composer room={room} />
        </div>
      </div>
    </figure>
  );
}
