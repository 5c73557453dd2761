export const errors = {
  token_not_found: 404,
} as const;

/** What is missing where a path parameter identifies nothing. */
export const missing = { tokenId: { code: 'token_not_found', message: 'There is no such token' } } as const;

declare module '../../kernel/errors.ts' {
  interface ErrorStatuses extends Readonly<typeof errors> {}
}
