import type { Invitation, InvitationTerms } from '@parley/sdk';
import type { CompactSpace } from '@parley/sdk/compact';
import { Refusal } from '../../design/refusal.tsx';
import { useAction } from '../../space/action.ts';

const lifetimes: readonly [seconds: string, name: string][] = [
  ['', 'Until the space ends'],
  ['3600', '1 hour'],
  ['86400', '1 day'],
  ['604800', '1 week'],
];

interface FormProps {
  space: CompactSpace;
  onMade: (invitation: Invitation & InvitationTerms) => void;
}

export function InvitationForm({ space, onMade }: FormProps) {
  const { act, isBusy, refusal } = useAction(async (terms: InvitationTerms, call) =>
    onMade({ ...(await space.call('createInvitation', terms, call)), ...terms }),
  );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const { role, maxUses, lifetime } = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement)) as Record<
      string,
      string
    >;
    void act({
      role: role?.trim() || undefined,
      maxUses: Number(maxUses) || undefined,
      expiresInSeconds: Number(lifetime) || undefined,
    });
  };
  return (
    <form onSubmit={submit}>
      <p>An invitation is a link. Whoever has it can join, so give it only to those who are meant.</p>
      <div class="side-by-side">
        <div class="field">
          <label for="invitation-role">Role</label>
          <input id="invitation-role" name="role" maxLength={120} placeholder="They choose" autocomplete="off" />
        </div>
        <div class="field">
          <label for="invitation-uses">Number of uses</label>
          <input
            id="invitation-uses"
            name="maxUses"
            type="number"
            min={1}
            max={1_000_000}
            placeholder="Any number"
            inputMode="numeric"
          />
        </div>
        <div class="field">
          <label for="invitation-lifetime">Works for</label>
          <select id="invitation-lifetime" name="lifetime">
            {lifetimes.map(([seconds, name]) => (
              <option key={seconds} value={seconds}>
                {name}
              </option>
            ))}
          </select>
        </div>
      </div>
      <Refusal text={refusal} />
      <div class="buttons">
        <button disabled={isBusy}>Create an invitation</button>
      </div>
    </form>
  );
}
