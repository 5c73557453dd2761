/** What the default settings promise to limit, as docs/settings.md tells it. */
export const callsPerBatch = 10;
/** Spaces, and link requests, that one address may make without a credential. */
export const perHour = 300;
/** Requests of one address in 60 seconds, whatever keys it shows. */
export const perMinute = 3_000;
/** Streams and waiting polls of one credential. */
export const waitingPerKey = 50;
