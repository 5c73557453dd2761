/** What a deployment can set (decisions §6). */
export const limits = {
  /** Counts active invitations only; the space remembers the latest others as well. */
  invitationsPerSpace: 1_000,
};

declare module '../../kernel/limits.ts' {
  interface Limits extends Readonly<typeof limits> {}
}

export const maxInvitationUses = 1_000_000;
