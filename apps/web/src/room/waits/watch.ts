import type { ServerError } from '@parley/sdk';
import { computed, effect, type ReadonlySignal } from '@preact/signals';
import type { Item } from './items.ts';
import { forget, lookInto, waiting, waitsAfter } from './waiting.ts';
import { isPassing } from '../../space/refusal.ts';
import type { Room } from '../../space/room.ts';

/** Many events in a row are one look. */
const pauseMs = 500;
/** Between two looks that failed. */
const longestPauseMs = 8_000;

/** The events after which texts that were read can be erased. */
const erasing = ['message-redacted', 'text-redacted', 'messages-expired'] as const;

/** If it cannot be loaded, nothing was coloured. */
const forgetCode = () => import('../../text/colours/colours.ts').then(({ forgetColours }) => forgetColours()).catch(() => {});

const known = new WeakMap<Room, ReadonlySignal<readonly Item[]>>();

/** What waits for the reader of a room: the part of the inbox that is about it. */
export function waitingOf(room: Room): ReadonlySignal<readonly Item[]> {
  let items = known.get(room);
  if (!items) known.set(room, (items = computed(() => waiting.value.get(room.spaceId)?.items ?? [])));
  return items;
}

/** Looks again after every event that can change what waits, until the returned function is called. */
export function watch(room: Room): () => void {
  let [isOld, isStopped] = [false, false];
  let looking: Promise<void> | undefined;
  const look = async () => {
    for (let pause = pauseMs; isOld;) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (isStopped || room.ended.peek() !== undefined) return;
      isOld = false;
      try {
        await lookInto(room);
        pause = pauseMs;
      } catch (error) {
        // After a refusal only the next event or connection looks again, but after a failure there may be none.
        if (!isPassing(error)) continue;
        isOld = true;
        const { retryAfterMs = 0 } = error as Partial<ServerError>;
        pause = Math.max(retryAfterMs, Math.min(pause * 2, longestPauseMs));
      }
    }
    looking = undefined;
  };
  const again = () => {
    isOld = true;
    if (room.latest('ready').peek() && room.participants.peek().length > 0) looking ??= look();
  };
  const applicants = computed(() =>
    room.participants.value.flatMap(({ participantId, status }) => (status === 'waitingForApproval' ? participantId : [])).join(),
  );
  const isKnown = computed(() => room.participants.value.length > 0);
  const stops = [
    effect(() => {
      void [applicants.value, isKnown.value];
      for (const type of waitsAfter) void room.latest(type).value;
      again();
    }),
    effect(() => {
      if (erasing.filter((type) => room.latest(type).value !== undefined).length === 0) return;
      forget(room.spaceId);
      // Once the lines are drawn without it.
      setTimeout(forgetCode, pauseMs);
      again();
    }),
    effect(() => void (room.waiting.value = waitingOf(room).value.length)),
  ];
  return () => {
    isStopped = true;
    stops.forEach((stop) => stop());
  };
}
