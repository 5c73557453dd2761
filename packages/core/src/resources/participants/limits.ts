/** What a deployment can set (decisions §6). */
export const limits = {
  displayNameCharacters: 80,
  roleCharacters: 120,
  participantsPerSpace: 1_000,
};

declare module '../../kernel/limits.ts' {
  interface Limits extends Readonly<typeof limits> {}
}
