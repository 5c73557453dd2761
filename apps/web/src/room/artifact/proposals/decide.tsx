import { counted } from '@parley/core/words';
import type { Proposal } from '@parley/sdk';
import { useState } from 'preact/hooks';
import type { Opened } from '../opened.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { useRequest } from '../../../space/request.ts';
import { ShownLink } from '../../shown-link.tsx';
import { hashOf } from '../address.ts';
import { acceptedOf, withOthers, type Choices } from './choices.ts';

interface DecideProps {
  opened: Opened;
  proposal: Proposal;
  choices: Choices;
  choose(choices: Choices): void;
  onChanged(): void;
}

/** Whether the reader can decide about proposals now. */
export const mayDecide = ({ room, decides, holder }: Opened): boolean =>
  decides.value && [undefined, room.me].includes(holder.value) && !room.isMuted.value && room.ended.value === undefined;

const acceptAll = (count: number): string => (count > 1 ? `Accept all ${count} changes` : 'Accept');

/** What can become of an open proposal. */
export function Decide({ opened, proposal, choices, choose, onChanged }: DecideProps) {
  const { room, artifactId } = opened;
  const { send, refusal, isBusy } = useRequest();
  const [isRejecting, reject] = useState(false);
  const { authorId, applies, diff, revision } = proposal.view;
  const holder = opened.holder.value;
  const isHeld = holder !== undefined && holder !== room.me;
  const isMine = authorId === room.me;
  const count = diff?.hunks.length ?? 0;
  const accepted = acceptedOf(choices, count);
  const undecided = choices.size > 0 ? count - choices.size : 0;

  const accept = async () => {
    const baseVersion = diff?.from ?? opened.view.value!.version;
    const hunks = accepted.length < count ? accepted : undefined;
    const view = await send(['accept', revision, baseVersion, hunks], (idempotencyKey) =>
      proposal.accept({ baseVersion, hunks, idempotencyKey }),
    );
    if (view) opened.say(`Accepted as version ${view.version}.`);
    await opened.read();
    onChanged();
  };
  const withdraw = async () => {
    if (await send(['withdraw', revision], (idempotencyKey) => proposal.withdraw({ idempotencyKey })))
      opened.say('Your proposal is withdrawn.');
    onChanged();
  };

  if (room.isMuted.value || room.ended.value !== undefined) return null;
  return (
    <div class="decide">
      {isHeld && opened.decides.value && (
        <p role="status">
          <bdi>{room.nameOf(holder)}</bdi> holds the lock. Until they have finished, only they can accept a proposal.
        </p>
      )}
      {undecided > 0 && (
        <p class="undecided">
          <span role="status">{counted(undecided, 'change is', 'changes are')} not decided, and left out.</span>
          <button type="button" class="quiet small" onClick={() => choose(withOthers(choices, count))}>
            Accept {undecided === 1 ? 'it' : 'them'} too
          </button>
        </p>
      )}
      <div class="actions">
        {opened.decides.value && (
          <>
            {applies !== undefined && applies !== 'conflict' && (
              <button type="button" disabled={isBusy || isHeld || (count > 0 && accepted.length === 0)} onClick={accept}>
                {choices.size > 0 ? `Accept ${accepted.length} of ${counted(count, 'change')}` : acceptAll(count)}
              </button>
            )}
            {!isMine && !isHeld && (
              <ShownLink to={hashOf({ view: 'amend', artifactId, about: proposal.id })} class="button quiet">
                Accept with changes
              </ShownLink>
            )}
            {!isMine && (
              <button type="button" class="bad" disabled={isBusy} onClick={() => reject(true)}>
                Reject
              </button>
            )}
          </>
        )}
        {isMine && (
          <>
            <ShownLink to={hashOf({ view: 'amend', artifactId, about: proposal.id })} class="button quiet">
              Change
            </ShownLink>
            <button type="button" class="bad" disabled={isBusy} onClick={withdraw}>
              Withdraw
            </button>
          </>
        )}
      </div>
      {!opened.decides.value && !isMine && (
        <p>
          <small>The participant who holds the lock, the creator and the owner can decide about it.</small>
        </p>
      )}
      <p class="said-no" role="alert">
        {refusal}
      </p>
      {isRejecting && (
        <RejectDialog
          proposal={proposal}
          onClose={() => reject(false)}
          onRejected={() => {
            opened.say('The proposal is rejected.');
            onChanged();
          }}
        />
      )}
    </div>
  );
}
