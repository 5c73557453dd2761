/** A comment or a ping comes so often: proxies and clients take a connection on which nothing comes for dead. */
export const keepAliveMs = 15_000;
/** A reader who takes nothing for so long is cut. */
export const stuckMs = 30_000;
/** So much may wait for a reader who was told the past; more cuts the stream, which the reader can resume. */
export const unsentWhileLive = 1024 * 1024;
