export const errors = {
  link_not_found: 404,
  link_gone: 410,
} as const;

/** What is missing where a path parameter identifies nothing. */
export const missing = { userCode: { code: 'link_not_found', message: 'There is no open link request with this code' } } as const;

declare module '../../kernel/errors.ts' {
  interface ErrorStatuses extends Readonly<typeof errors> {}
}
