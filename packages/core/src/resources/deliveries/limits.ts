/** What a deployment can set (decisions §6). */
export const limits = {
  /** Open deliveries of the messages of one sender to one addressee. */
  openDeliveriesPerSender: 100,
};

/** Participants whom somebody names as those whose messages they accept. */
export const maxAccepted = 100;

declare module '../../kernel/limits.ts' {
  interface Limits extends Readonly<typeof limits> {}
}
