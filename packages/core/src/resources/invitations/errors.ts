export const errors = {
  invitation_not_found: 404,
  invitation_revoked: 401,
  invitation_expired: 401,
  invitation_used_up: 401,
} as const;

/** What is missing where a path parameter identifies nothing. */
export const missing = {
  invitationId: { code: 'invitation_not_found', message: 'There is no such invitation in this space' },
} as const;

declare module '../../kernel/errors.ts' {
  interface ErrorStatuses extends Readonly<typeof errors> {}
}
