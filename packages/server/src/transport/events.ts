/** How often a comment or a ping is sent: proxies and clients take a silent connection for dead. */
export const keepAliveMs = 15_000;
/** A reader that takes nothing for so long is cut. */
export const stuckMs = 30_000;
/** Bytes (of a subscription: characters) that may wait for a reader that was told the past; more cuts the stream, which the reader can resume. */
export const unsentWhileLive = 1024 * 1024;
