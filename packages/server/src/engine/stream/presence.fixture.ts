import { Presence } from './presence.ts';

/** Nothing is measured. */
export const noPresence = new Presence({ find: async () => [], store: async () => {}, liveMs: 0, now: () => 0, failed() {} });
