export const errors = {
  delivery_not_found: 404,
  delivery_ended: 409,
} as const;

/** What is missing where a path parameter identifies nothing. */
export const missing = {
  deliveryId: { code: 'delivery_not_found', message: 'There is no such delivery in this space' },
} as const;

declare module '../../kernel/errors.ts' {
  interface ErrorStatuses extends Readonly<typeof errors> {}
}
