import type { ParticipantView } from '@parley/sdk';
import { Avatar } from '../../design/avatar.tsx';
import type { Room } from '../../space/room.ts';
import { SpeakerTag } from '../../participant/speaker-tag.tsx';
import { Decision } from './decision.tsx';

const requestsIn = (participants: readonly ParticipantView[]): readonly ParticipantView[] =>
  participants.filter(({ status }) => status === 'waitingForApproval');

/** Who asks to join. */
export function Requests({ room }: { room: Room }) {
  const requests = requestsIn(room.participants.value);
  if (requests.length === 0) return null;
  return (
    <section class="requests" aria-labelledby="requests-title" id="requests" tabIndex={-1}>
      <h2 id="requests-title">
        Asking to join <span class="count">{requests.length}</span>
      </h2>
      <ul>
        {requests.map((each) => (
          <li key={each.participantId} class="person">
            <Avatar participantId={each.participantId} />
            <div class="facts">
              <p>
                <bdi class="name">{each.name}</bdi> <SpeakerTag {...each} />
              </p>
              <small>
                <bdi>{each.role}</bdi>
              </small>
              {each.resembles !== undefined && (
                <small class="resembles">
                  The name looks like that of <bdi>{room.nameOf(each.resembles)}</bdi>.
                </small>
              )}
            </div>
            <Decision space={room.space} participantId={each.participantId} name={each.name} />
          </li>
        ))}
      </ul>
    </section>
  );
}
