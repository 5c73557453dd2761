/** What a deployment can set (decisions §6). */
export const limits = {
  displayNameCharacters: 80,
  roleCharacters: 120,
  participantsPerSpace: 1_000,
};

type Sizes = typeof limits;

declare module '../../kernel/limits.ts' {
  interface Limits extends Sizes {}
}
