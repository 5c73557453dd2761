export const errors = {
  participant_not_found: 404,
  muted: 403,
  join_declined: 404,
  join_collected: 404,
  owner_protected: 409,
} as const;

/** What is missing where a path parameter identifies nothing. */
export const missing = {
  participantId: { code: 'participant_not_found', message: 'There is no such participant in this space' },
} as const;

declare module '../../kernel/errors.ts' {
  interface ErrorStatuses extends Readonly<typeof errors> {}
}
