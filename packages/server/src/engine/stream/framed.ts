import type { Viewer } from '@parley/core';
import type { LoggedEvent } from './logged.ts';

/** Events, and the same encoded for a stream. */
export interface Framed {
  events: readonly LoggedEvent[];
  frames: Buffer;
}

export const framed = (events: readonly LoggedEvent[]): Framed => ({
  events,
  frames: events.length === 1 ? events[0]!.frame : Buffer.concat(events.map(({ frame }) => frame)),
});

/** The events that each viewer can see. Viewers who see the same events share one buffer. */
export function sharing(events: readonly LoggedEvent[]): (viewer: Viewer) => Framed {
  const hidden = events.filter((event) => !event.isPublic);
  const shared = new Map<string, Framed>();
  return (viewer) => {
    const seen = hidden.map((event) => Number(event.isFor(viewer))).join('');
    let known = shared.get(seen);
    if (!known) shared.set(seen, (known = framed(events.filter((event) => event.isFor(viewer)))));
    return known;
  };
}
