import { counted } from '@parley/core/words';
import type { InvitationState, InvitationView } from '@parley/sdk';
import { Refusal } from '../../design/refusal.tsx';
import { more, roughly } from '../../text/roughly.ts';
import type { InvitationLinks } from './new-invitation.tsx';
import { useAction } from '../../space/action.ts';
import type { Room } from '../../space/room.ts';

const states: Record<InvitationState, string> = { active: 'works', expired: 'expired', usedUp: 'used up', revoked: 'revoked' };

/** Of those who used an invitation. */
const mostNamed = 10;

interface ListProps {
  invitations: readonly InvitationView[];
  room: Room;
  onShow: (links: InvitationLinks) => void;
  onRevoked: () => unknown;
}

export function Invitations({ invitations, ...actions }: ListProps) {
  return (
    <section class="invitations" aria-labelledby="invitations-title">
      <h3 id="invitations-title">Invitations so far</h3>
      <ul>
        {invitations.map((each) => (
          <Line key={each.invitationId} invitation={each} {...actions} />
        ))}
      </ul>
    </section>
  );
}

type InvitationLineProps = Omit<ListProps, 'invitations'> & { invitation: InvitationView };

function Line({ invitation, room, onShow, onRevoked }: InvitationLineProps) {
  const { invitationId, state, role, participantIds } = invitation;
  const revoking = useAction((_, call) => room.space.call('revokeInvitation', { invitationId }, call));
  const revoke = async () => {
    if (await revoking.act()) onRevoked();
  };
  const showing = useAction(async (_, call) => {
    const { humanLink, agentLink } = await room.space.call('getInvitation', { invitationId }, call);
    if (humanLink && agentLink) onShow({ humanLink, agentLink });
    else onRevoked();
  });
  const names = participantIds.slice(0, mostNamed).map((id) => room.nameOf(id));
  const others = participantIds.length - names.length;
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
              {others > 0 && ` and ${others} more`}
            </>
          )}
        </small>
        <Refusal text={showing.refusal || revoking.refusal} />
      </div>
      {state === 'active' && (
        <div class="buttons">
          <button type="button" class="quiet" disabled={showing.isBusy} onClick={() => showing.act()}>
            Show links
          </button>
          <button type="button" class="quiet" disabled={revoking.isBusy} onClick={revoke}>
            Revoke
          </button>
        </div>
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
