export const errors = {
  comment_not_found: 404,
  comment_resolved: 409,
  quote_not_found: 409,
} as const;

/** What is missing where a path parameter identifies nothing. */
export const missing = {
  commentId: { code: 'comment_not_found', message: 'There is no such comment on this artifact' },
} as const;

declare module '../../kernel/errors.ts' {
  interface ErrorStatuses extends Readonly<typeof errors> {}
}
