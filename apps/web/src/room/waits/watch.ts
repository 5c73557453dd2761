import { computed, effect, type ReadonlySignal } from '@preact/signals';
import type { Item } from './items.ts';
import { forget, lookInto, waiting, waitsAfter } from './waiting.ts';
import type { Room } from '../../space/room.ts';

/** Many events in a row are one look. */
const pauseMs = 500;
/** After so many failures, the pause no longer doubles. */
const mostDoublings = 4;

/** The events after which texts that were read can be erased. */
const erasing = ['message-redacted', 'text-redacted', 'messages-expired'] as const;

const known = new WeakMap<Room, ReadonlySignal<readonly Item[]>>();

/** What waits for the reader of a room: the part of the inbox that is about it. */
export function waitingOf(room: Room): ReadonlySignal<readonly Item[]> {
  let items = known.get(room);
  if (!items) known.set(room, (items = computed(() => waiting.value.get(room.spaceId)?.items ?? [])));
  return items;
}

/** Looks again after every event that can change what waits, until the returned function is called. */
export function watch(room: Room): () => void {
  let [isOld, isStopped, failures] = [false, false, 0];
  let looking: Promise<void> | undefined;
  const look = async () => {
    while (isOld) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs * 2 ** failures));
      if (isStopped || room.ended.peek() !== undefined) return;
      isOld = false;
      try {
        await lookInto(room);
        failures = 0;
      } catch {
        // Maybe no other event will tell to look again.
        isOld = true;
        failures = Math.min(failures + 1, mostDoublings);
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
      again();
    }),
    effect(() => void (room.waiting.value = waitingOf(room).value.length)),
  ];
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
  };
}
