/** What a deployment can set (decisions §6). */
export const limits = {
  /** Open deliveries of the messages of one sender to one addressee. */
  openDeliveriesPerSender: 100,
};

declare module '../../kernel/limits.ts' {
  interface Limits extends Readonly<typeof limits> {}
}
