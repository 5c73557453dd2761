import { counted } from '@parley/core/words';
import type { InvitationState, InvitationView } from '@parley/sdk';
import { Refusal } from '../../design/refusal.tsx';
import { more, roughly } from '../../text/roughly.ts';
import { useAction } from '../../space/action.ts';
import type { Room } from '../../space/room.ts';

const states: Record<InvitationState, string> = { active: 'works', expired: 'expired', usedUp: 'used up', revoked: 'revoked' };

interface ListProps {
  invitations: readonly InvitationView[];
  room: Room;
  onRevoked: () => unknown;
}

export function Invitations({ invitations, room, onRevoked }: ListProps) {
  return (
    <section class="invitations" aria-labelledby="invitations-title">
      <h3 id="invitations-title">Invitations so far</h3>
      <ul>
        {invitations.map((each) => (
          <Line key={each.invitationId} invitation={each} room={room} onRevoked={onRevoked} />
        ))}
      </ul>
    </section>
  );
}

function Line({ invitation, room, onRevoked }: { invitation: InvitationView; room: Room; onRevoked: () => unknown }) {
  const { invitationId, state, role, participantIds } = invitation;
  const { act, isBusy, refusal } = useAction((_, call) => room.space.call('revokeInvitation', { invitationId }, call));
  const revoke = async () => {
    if (await act()) onRevoked();
  };
  const names = participantIds.map((id) => room.nameOf(id));
  return (
    <li>
      <div>
        <p>
          <span class={`tag ${state === 'active' ? 'accent' : ''}`}>{states[state]}</span> {usesOf(invitation)}
          {role && (
            <>
              , as <bdi>{role}</bdi>
            </>
          )}
        </p>
        <small>
          {timesOf(invitation, Date.now())}
          {names.length > 0 && (
            <>
              . Used by{' '}
              {names.map((name, i) => (
                <>
                  {i > 0 && ', '}
                  <bdi>{name}</bdi>
                </>
              ))}
            </>
          )}
        </small>
        <Refusal text={refusal} />
      </div>
      {state === 'active' && (
        <button type="button" class="quiet" disabled={isBusy} onClick={revoke}>
          Revoke
        </button>
      )}
    </li>
  );
}

export function usesOf({ uses, maxUses }: Pick<InvitationView, 'uses' | 'maxUses'>): string {
  if (maxUses !== undefined) return `${uses} of ${counted(maxUses, 'use')}`;
  return counted(uses, 'use');
}

export function timesOf(
  { createdAt, expiresAt, state }: Pick<InvitationView, 'createdAt' | 'expiresAt' | 'state'>,
  now: number,
): string {
  const created = `Created ${roughly((now - Date.parse(createdAt)) / 1_000)} ago`;
  if (state !== 'active' || expiresAt === undefined) return created;
  return `${created}, works for ${more((Date.parse(expiresAt) - now) / 1_000)}`;
}
