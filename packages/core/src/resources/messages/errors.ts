export const errors = {
  message_not_found: 404,
  not_redactable: 409,
  not_replaceable: 409,
} as const;

/** What is missing where a path parameter identifies nothing. */
export const missing = {
  messageId: { code: 'message_not_found', message: 'There is no such message in this space' },
} as const;

declare module '../../kernel/errors.ts' {
  interface ErrorStatuses extends Readonly<typeof errors> {}
}
