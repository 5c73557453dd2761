import {
  erasedName,
  isGone,
  participant as rules,
  renamed,
  space as spaceRules,
  type Instant,
  type Participant,
  type SpaceState,
} from '@parley/core';
import type { Mint } from '../../engine/keys/keys.ts';
import type { UpkeepOptions } from '../../engine/schedule/upkeep.ts';
import type { nameStore } from '../../engine/store/names.ts';
import type { Effects } from '../../engine/write/effects.ts';
import { become, shutOut } from '../participants/become.ts';
import type { EndingMembership, EndingUser, endingStore } from './ending-queries.ts';
import { textErasing, unlessGone, type ErasingParts } from './erasing.ts';

export interface EndingParts extends ErasingParts {
  endings: ReturnType<typeof endingStore>;
  names: ReturnType<typeof nameStore>;
  mint: Pick<Mint, 'key'>;
}

/** Longer than clocks differ and than a join can take that began before its user was disabled. */
const joiningMs = 10 * 60_000;
const membershipsAtOnce = 100;

const nothing: Effects<undefined> = { outcome: undefined };

/** Ends what users who were disabled or removed have in their spaces: a second later no process accepts a key of theirs. */
export function ending(parts: EndingParts, options: UpkeepOptions) {
  const { endings, names, mint } = parts;
  const { committer, now, failed } = options;
  const eraseTexts = textErasing(parts, options);

  /** A write of the service itself about a participant. Does nothing in a space that is over, where no key works. */
  async function change(
    { spaceId, participantId }: EndingMembership,
    decide: (state: SpaceState, participant: Participant, at: Instant) => Effects<undefined>,
  ): Promise<void> {
    const write = {
      admit: () => undefined,
      decide(state: SpaceState, _caller: unknown, at: Instant) {
        const participant = state.participants.get(participantId);
        return participant && !spaceRules.isOver(state.space, at) ? decide(state, participant, at) : nothing;
      },
      worksWhenFull: true,
      size: 1_000,
    };
    await committer.write(spaceId, write).catch(unlessGone);
  }

  /** Its copies of the key stop working. The person can recover the new one, once its account is enabled again. */
  const replaceKey = (membership: EndingMembership): Promise<void> =>
    change(membership, (state, participant, at) => {
      if (isGone(participant)) return nothing;
      if (participant.status === 'waitingForApproval') return left(state, participant, at);
      const key = mint.key('participant', membership.spaceId, participant.participantId, participant.keyGeneration + 1);
      return shutOut(state, participant, key.hash);
    });

  /** It leaves. An owner stays, and nobody has its key. */
  async function remove(
    membership: EndingMembership,
    { isErased, withMessages }: { isErased: boolean; withMessages: boolean },
    isStopped: () => boolean,
  ): Promise<boolean> {
    const { spaceId, participantId } = membership;
    await replaceKey(membership);
    if (isErased) {
      // From now on nothing new has the name, so that what is replaced afterwards stays so.
      await change(membership, (state) => ({ changes: renamed(state, participantId, erasedName), outcome: undefined }));
    }
    if (withMessages && !(await eraseTexts(membership, isStopped))) return false;
    // Whoever has copies of earlier events learns from the last one that they have lost the name.
    const namesErasedThrough = isErased ? await names.replace(spaceId, participantId, erasedName) : undefined;
    await change(membership, (state, participant, at) =>
      isErased || rules.depart(participant, at) !== participant ? left(state, participant, at, namesErasedThrough) : nothing,
    );
    return true;
  }

  async function end(user: EndingUser, membership: EndingMembership, isStopped: () => boolean): Promise<void> {
    if (user.removal === undefined) {
      await replaceKey(membership);
      return endings.ended(user, membership);
    }
    const how = { isErased: user.removal !== 'deleted', withMessages: user.removal === 'erased with messages' };
    if (await remove(membership, how, isStopped)) await endings.unlink(user, membership);
  }

  async function endAll(user: EndingUser, isStopped: () => boolean): Promise<void> {
    let last: EndingMembership | undefined;
    do {
      const found = await endings.memberships(user, membershipsAtOnce, last);
      for (const each of found) if (!isStopped()) await end(user, each, isStopped).catch(failed);
      last = found[membershipsAtOnce - 1];
    } while (last && !isStopped());
    await endings.settle(user);
  }

  return {
    name: 'ended users',
    everyMs: 1_000,
    async run(isStopped: () => boolean): Promise<void> {
      for (const user of await endings.users(now() - joiningMs)) await endAll(user, isStopped);
    },
  };
}

function left(state: SpaceState, participant: Participant, now: Instant, namesErasedThrough?: number): Effects<undefined> {
  const change = { actorId: participant.participantId, now, namesErasedThrough };
  return { ...become(state, participant, rules.depart(participant, now), change), outcome: undefined };
}
