/** How often a comment or a ping is sent: proxies and clients close silent connections. */
export const keepAliveMs = 15_000;
/** How long a reader can take nothing before it is cut. */
export const stuckMs = 30_000;
