import { setTimeout as sleep } from 'node:timers/promises';
import {
  message as messageRules,
  ServiceError,
  space as spaceRules,
  type Instant,
  type MessageFact,
  type Redaction,
  type SpaceState,
} from '@parley/core';
import type { Environment } from '../../engine/environment.ts';
import { dateTime } from '../../engine/present/time.ts';
import type { WrittenTexts } from '../../engine/resource.ts';
import type { UpkeepOptions } from '../../engine/schedule/upkeep.ts';
import type { overStore } from '../../engine/store/over.ts';
import { Outdated, type SpaceWrite } from '../../engine/write/decide.ts';
import type { Effects } from '../../engine/write/effects.ts';
import { nothingErased } from '../redacting.ts';
import { none, type EndingMembership, type endingStore } from './ending-queries.ts';

export interface ErasingParts {
  endings: Pick<ReturnType<typeof endingStore>, 'messages'>;
  over: ReturnType<typeof overStore>;
  env: Environment;
}

const textsAtOnce = 100;
/** Approximate characters that say that one was erased. */
const textSize = 500;
/** How long what changed a text meanwhile has to finish. */
const againMs = 20;

const removedWith = (at: Instant): Redaction => ({ at: dateTime(at), reason: 'account' });

/** Erases all that a participant wrote, as far as texts can be erased, also in spaces that are over. */
export function textErasing({ endings, over, env }: ErasingParts, { committer, stateOf, now }: UpkeepOptions) {
  async function eraseText(
    kind: WrittenTexts,
    text: EndingMembership & { id: string },
    isStopped: () => boolean,
  ): Promise<boolean> {
    while (!isStopped()) {
      const known = await stateOf(text.spaceId);
      if (!known) return true;
      const erasing = await kind.erasing({ ...text, known }, env);
      if (await erase(text.spaceId, (state, at) => erasing(state, removedWith(at)), textSize)) return true;
      await sleep(againMs);
    }
    return false;
  }

  /** The texts of its messages, portion by portion, the oldest first. */
  async function eraseMessages({ spaceId, participantId }: EndingMembership, isStopped: () => boolean): Promise<boolean> {
    for (let after = 0; ;) {
      const found = await endings.messages(spaceId, participantId, after, textsAtOnce);
      const last = found.at(-1);
      if (!last) return true;
      if (isStopped()) return false;
      const facts = found.map(({ sequence, body }) => ({ sequence, before: body, fact: JSON.parse(body) as MessageFact }));
      const erasing = (_: SpaceState, at: Instant) => {
        const redacted = removedWith(at);
        return {
          erasures: facts.map(({ fact, ...each }) => ({ ...each, after: JSON.stringify(messageRules.redact(fact, redacted)) })),
          events: facts.map(({ sequence, fact }) => messageRules.redactedAt(sequence, fact, redacted)),
          outcome: undefined,
        };
      };
      // Otherwise one of them was redacted meanwhile: they are read again.
      if (await erase(spaceId, erasing, found.length * textSize)) after = last.sequence;
      else await sleep(againMs);
    }
  }

  /** Stores what erases texts, also in a space that is over; false if they have changed since they were read. */
  async function erase(
    spaceId: string,
    erasing: (state: SpaceState, at: Instant) => Effects<unknown>,
    size: number,
  ): Promise<boolean> {
    let isOver = false;
    const write: SpaceWrite = {
      admit: () => undefined,
      decide(state, _caller, at) {
        isOver = spaceRules.isOver(state.space, at);
        return isOver ? nothingErased : erasing(state, at);
      },
      isPrepared: true,
      worksWhenFull: true,
      size,
    };
    try {
      await committer.write(spaceId, write).catch((error) => {
        unlessGone(error);
        isOver = true;
      });
      const state = isOver ? await stateOf(spaceId) : undefined;
      return state ? await over.erase(spaceId, erasing(state, now())) : true;
    } catch (error) {
      if (error instanceof Outdated) return false;
      throw error;
    }
  }

  /** False if it stopped before all texts are erased. */
  return async function eraseTexts(membership: EndingMembership, isStopped: () => boolean): Promise<boolean> {
    for (const kind of Object.values(env.erasable).flatMap(({ written }) => written)) {
      for (let after: string | undefined = none; after !== undefined;) {
        const ids: string[] = await kind.find({ ...membership, after, limit: textsAtOnce }, env);
        for (const id of ids) {
          if (!(await eraseText(kind, { ...membership, id }, isStopped))) return false;
        }
        after = ids.at(-1);
      }
    }
    return eraseMessages(membership, isStopped);
  };
}

/** The space was deleted, has ended, or has left this server. */
export function unlessGone(error: unknown): void {
  if (error instanceof ServiceError && ['space_not_found', 'space_closed', 'key_expired'].includes(error.code)) return;
  throw error;
}
