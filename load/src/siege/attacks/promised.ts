/** The limits of the default settings, from docs/settings.md. */
export const callsPerBatch = 10;
/** Spaces, and link requests, that one address can create without a credential. */
export const perHour = 300;
/** Requests of one address in 60 seconds, whatever keys it sends. */
export const perMinute = 3_000;
/** Streams and waiting polls of one credential. */
export const waitingPerKey = 50;
