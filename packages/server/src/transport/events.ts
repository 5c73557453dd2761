/** How often a comment or a ping is sent: proxies and clients take a silent connection for dead. */
export const keepAliveMs = 15_000;
/** A reader that takes nothing for so long is cut. */
export const stuckMs = 30_000;
