export const errors = {
  file_not_found: 404,
  file_link_gone: 410,
  file_too_large: 413,
  range_not_satisfiable: 416,
} as const;

/** What is missing where a path parameter identifies nothing. */
export const missing = {
  fileId: { code: 'file_not_found', message: 'There is no such file in this space' },
} as const;

declare module '../../kernel/errors.ts' {
  interface ErrorStatuses extends Readonly<typeof errors> {}
}
