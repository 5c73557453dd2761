import type { ParleyError } from '@parley/sdk';

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

/** Something this command says no to itself; `hint` names what to do next. */
export class Failure extends Error {
  readonly reason: Reason;
  readonly hint: string | undefined;

  constructor(reason: Reason, message: string, hint?: string) {
    super(message);
    this.reason = reason;
    this.hint = hint;
  }
}

interface Meaning {
  reason: Reason;
  hint?: string;
}

const byStatus: Readonly<Record<number, Meaning>> = {
  400: { reason: 'usage' },
  401: { reason: 'keyNeeded', hint: '`parley join` an invitation, or set PARLEY_KEY and PARLEY_SPACE' },
  404: { reason: 'notFound' },
  409: { reason: 'conflict' },
  422: { reason: 'conflict' },
  423: { reason: 'conflict', hint: '`parley artifact list` says who has it and for how long' },
  429: { reason: 'rateLimited' },
};

const anotherInvitation: Meaning = { reason: 'keyNeeded', hint: 'ask whoever invited you for another invitation' };

/** What is said better of some codes than their status says. */
const byCode: Readonly<Record<string, Meaning>> = {
  key_expired: { reason: 'conflict', hint: 'the space is over; `parley space list` shows the others' },
  space_closed: { reason: 'conflict', hint: '`parley space list` shows the others' },
  key_revoked: { reason: 'keyNeeded', hint: 'you left or were removed; `parley join` an invitation again, if you are wanted' },
  invitation_revoked: anotherInvitation,
  invitation_expired: anotherInvitation,
  invitation_used_up: anotherInvitation,
  key_wrong_type: { reason: 'keyNeeded', hint: '`parley participants` says who is the owner' },
  session_required: {
    reason: 'keyNeeded',
    hint: 'set PARLEY_SESSION to a session; /docs/authentication of the service says how, /account needs none',
  },
  artifact_not_found: { reason: 'notFound', hint: '`parley artifact list` shows what there is' },
  invitation_not_found: { reason: 'notFound', hint: '`parley invitation list` shows what there is' },
  muted: { reason: 'error', hint: 'ask the owner to `parley unmute` you' },
  not_locked: { reason: 'conflict', hint: '`parley artifact lock` it first' },
  lock_lost: { reason: 'conflict' },
  link_gone: { reason: 'error', hint: '`parley login` starts over' },
  network: { reason: 'error', hint: 'is it running? `parley serve` starts one here, --url or PARLEY_URL name another' },
};

/** What the service refused, when its answer was read without the SDK. */
export function refusal(status: number, text: string): Failure {
  const { error = `The service answered ${status}`, code = '' } = parsed(text);
  const { reason, hint } = meaningOf(code, status);
  return new Failure(reason, error, hint);
}

const meaningOf = (code: string | undefined, status: number | undefined): Meaning =>
  byCode[code ?? ''] ?? byStatus[status ?? 0] ?? { reason: 'error' };

function parsed(text: string): { error?: string; code?: string } {
  try {
    return (JSON.parse(text) as { error?: string } | null) ?? {};
  } catch {
    return {};
  }
}

export interface Report {
  exitCode: number;
  error: string;
  code?: string;
  hint?: string;
}

/** What is told of an error: one line, never a stack, never a key. */
export function reportOf(error: unknown): Report {
  if (error instanceof Failure) {
    return { exitCode: exitCodes[error.reason], error: error.message, ...(error.hint && { hint: error.hint }) };
  }
  if (!(error instanceof Error)) return { exitCode: exitCodes.error, error: String(error) };
  const { code, status, message } = error as Partial<ParleyError> & Error;
  // The parser of the command line calls its errors by such codes.
  if (code?.startsWith('commander.'))
    return { exitCode: exitCodes.usage, error: commanderText(message), hint: '`parley --help` shows the commands' };
  const { reason, hint } = meaningOf(code, status);
  const report = { exitCode: exitCodes[reason], error: detailed(error), ...(hint && { hint }) };
  return code ? { ...report, code } : report;
}

const commanderText = (message: string): string => message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ');

/** What a refusal may tell; the name of the holder is added here. */
interface Refused {
  lockedBy?: string;
  holder?: string;
  issues?: { field: string; message: string }[];
}

function detailed(error: Error): string {
  const { body, retryAfterMs } = error as Partial<ParleyError> & { retryAfterMs?: number };
  if (retryAfterMs !== undefined) return `${error.message}; try again in ${Math.ceil(retryAfterMs / 1000)} s`;
  const { lockedBy, holder = `participant ${String(lockedBy)}`, issues } = { ...body } as Refused;
  if (lockedBy !== undefined) return `${error.message} (held by ${holder})`;
  if (!Array.isArray(issues)) return error.message;
  const said = issues.map(({ field, message }) => `${field} ${message}`.trim());
  const unsaid = said.filter((issue) => !error.message.includes(issue));
  return unsaid.length > 0 ? `${error.message}: ${unsaid.join('; ')}` : error.message;
}
