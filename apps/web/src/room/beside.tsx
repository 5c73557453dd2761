import './beside.css';
import { computed } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Room } from '../space/room.ts';
import type { Panel } from './resource.ts';
import { allOutcomes, foundPlaces, offersFor, resources } from './resources.ts';
import { hash } from './shown.ts';
import { isWide } from './wide.ts';

const panels = resources.flatMap(({ panel }) => panel ?? []);

/** The panel that is open. */
export const opened = computed(() => panels.find((panel) => panel.includes(hash.value)));

/** The place beside the conversation, or over it on small screens. */
export const Beside = ({ room }: { room: Room }) => opened.value && <Aside room={room} panel={opened.value} />;

function Aside({ room, panel: { label, Panel } }: { room: Room; panel: Panel }) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    // What was opened to be written in has the focus already.
    if (!place.current?.contains(before)) place.current?.focus();
    return () => before?.isConnected && before.focus();
  }, []);
  return (
    <section
      class={isWide.value ? 'beside wide' : 'beside'}
      // The main one is hidden then.
      role={isWide.value ? 'main' : undefined}
      ref={place}
      tabIndex={-1}
      aria-label={label}
    >
      <Panel room={room} hash={hash.value} offersFor={offersFor} places={foundPlaces} outcomes={allOutcomes} />
    </section>
  );
}
