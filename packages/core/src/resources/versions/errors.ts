export const errors = {
  version_not_found: 404,
  version_thinned: 410,
} as const;

/** What is missing where a path parameter identifies nothing. */
export const missing = {
  version: { code: 'version_not_found', message: 'There is no such version of this artifact' },
} as const;

declare module '../../kernel/errors.ts' {
  interface ErrorStatuses extends Readonly<typeof errors> {}
}
