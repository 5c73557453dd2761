export const errors = {
  wake_not_found: 404,
} as const;

type Errors = typeof errors;

declare module '../../kernel/errors.ts' {
  interface ErrorStatuses extends Errors {}
}
