export const exitCodes = {
  ok: 0,
  error: 1,
  usage: 2,
  notFound: 3,
  keyNeeded: 4,
  conflict: 5,
  rateLimited: 6,
  interrupted: 130,
} as const;

export type Reason = keyof typeof exitCodes;

/** An error that the command itself reports; `hint` says what to do next. */
export class Failure extends Error {
  readonly reason: Reason;
  readonly hint: string | undefined;
  /** For scripts, with --json. */
  readonly code: string | undefined;
  /** What else the service said, with --json. */
  readonly details: object | undefined;

  constructor(reason: Reason, message: string, hint?: string, code?: string, details?: object) {
    super(message);
    this.reason = reason;
    this.hint = hint;
    this.code = code;
    this.details = details;
  }
}

/** What an error of the server means for a command. */
export interface Meaning {
  reason: Reason;
  hint?: string;
}
