/** What a deployment can set (decisions §6). */
export const limits = {
  descriptionCharacters: 4_000,
  agendaCharacters: 20_000,
};

declare module '../../kernel/limits.ts' {
  interface Limits extends Readonly<typeof limits> {}
}

export const maxTtlSeconds = 2_147_483_647;

export const maxAgentBudget = 10_000;

export const maxPauseReasonCharacters = 200;

export const defaultTtlSeconds = 86_400;
