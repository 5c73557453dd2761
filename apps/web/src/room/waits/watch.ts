import { computed, effect, type ReadonlySignal } from '@preact/signals';
import type { Item } from './items.ts';
import { forget, lookInto, waiting, waitsAfter } from './waiting.ts';
import type { Room } from '../../space/room.ts';

/** Many events in a row are one look. */
const pauseMs = 500;

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
  let isOld = false;
  let looking: Promise<void> | undefined;
  const look = async () => {
    while (isOld) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (room.ended.peek() !== undefined) return;
      isOld = false;
      // After a failure, the next event or connection looks again.
      await lookInto(room).catch(() => {});
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
  return () => stops.forEach((stop) => stop());
}
