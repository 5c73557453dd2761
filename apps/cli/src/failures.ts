import type { ParleyError } from '@parley/sdk';
import { inWords } from './in-words.ts';

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

interface Meaning {
  reason: Reason;
  hint?: string;
}

const byStatus: Readonly<Record<number, Meaning>> = {
  400: { reason: 'usage' },
  401: { reason: 'keyNeeded', hint: 'join with an invitation link: `parley join LINK`; or set PARLEY_KEY and PARLEY_SPACE' },
  404: { reason: 'notFound' },
  409: { reason: 'conflict' },
  422: { reason: 'conflict' },
  423: { reason: 'conflict', hint: '`parley artifact list` shows who holds it and for how long' },
  429: { reason: 'rateLimited' },
};

const whichVersions = '`parley artifact log` shows the versions';

const anotherInvitation: Meaning = { reason: 'keyNeeded', hint: 'ask the owner of the space for a new invitation' };

/** Codes whose meaning is more precise than their status. */
const byCode: Readonly<Record<string, Meaning>> = {
  key_expired: { reason: 'conflict', hint: 'the space has ended; `parley space list` shows your spaces' },
  space_closed: { reason: 'conflict', hint: '`parley space list` shows your spaces' },
  key_revoked: {
    reason: 'keyNeeded',
    hint: 'you left or were removed, or the key was replaced elsewhere; `parley space recover ID` gets the key of a linked space, and `parley join LINK` lets you join again',
  },
  invitation_revoked: anotherInvitation,
  invitation_expired: anotherInvitation,
  invitation_used_up: anotherInvitation,
  key_wrong_type: { reason: 'keyNeeded', hint: '`parley space show` shows who the owner is' },
  session_required: {
    reason: 'keyNeeded',
    hint: 'set PARLEY_SESSION to a session (see /docs/authentication on the server), or use the page /account in a browser',
  },
  version_not_found: { reason: 'notFound', hint: whichVersions },
  version_thinned: { reason: 'notFound', hint: whichVersions },
  file_not_found: { reason: 'notFound', hint: '`parley files` lists the files' },
  file_too_large: { reason: 'usage' },
  artifact_not_found: { reason: 'notFound', hint: '`parley artifact list` shows the artifacts' },
  proposal_not_found: { reason: 'notFound', hint: '`parley artifact proposals` lists them' },
  proposal_ended: { reason: 'conflict', hint: '`parley artifact proposal` shows who ended it, and when' },
  task_not_found: { reason: 'notFound', hint: '`parley tasks` lists them' },
  task_claimed: { reason: 'conflict', hint: '`parley tasks` shows which are open' },
  task_ended: { reason: 'conflict', hint: '`parley task show` shows who ended it, and when' },
  task_conflict: { reason: 'conflict', hint: '`parley task show` shows its state' },
  own_work: { reason: 'error' },
  invitation_not_found: { reason: 'notFound', hint: '`parley invitation list` shows the invitations' },
  budget_spent: { reason: 'error', hint: 'the owner resets it with `parley space reset-budget`' },
  wake_not_found: { reason: 'notFound', hint: '`parley wake set URL` sets a wake address' },
  muted: { reason: 'error', hint: 'you can still read; the owner can unmute you' },
  not_locked: { reason: 'conflict', hint: 'take the lock with `parley artifact lock`' },
  lock_lost: { reason: 'conflict' },
  lease_lost: {
    reason: 'conflict',
    hint: 'it is not yours any more; `parley inbox claim` and `parley task claim` take what is free',
  },
  delivery_ended: { reason: 'conflict', hint: '`parley inbox list --sent --all` shows the outcome' },
  delivery_not_found: { reason: 'notFound', hint: '`parley inbox list` shows your deliveries' },
  link_gone: { reason: 'error', hint: 'start again with `parley login`' },
  not_parley: { reason: 'error', hint: 'check that --url, PARLEY_URL or the link is correct' },
  answer_too_large: { reason: 'error' },
  network: {
    reason: 'error',
    hint: 'check that the server is running and that --url or PARLEY_URL is correct; `parley serve` starts a server here',
  },
};

/** The refusal in a response that was read without the SDK. */
export function refusal(status: number, text: string): Failure {
  const { error = `The server answered with status ${status}`, code = '' } = parsed(text);
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

/** What is printed about an error: one line, never a stack trace, never a key. */
export function reportOf(error: unknown, command = 'parley'): Report {
  if (error instanceof Failure) {
    const { reason, message, hint, code, details } = error;
    return { ...details, exitCode: exitCodes[reason], error: message, ...(hint && { hint }), ...(code && { code }) };
  }
  if (!(error instanceof Error)) return { exitCode: exitCodes.error, error: String(error) };
  const { code, status, message } = error as Partial<ParleyError> & Error;
  // Errors of commander, the parser of the command line.
  if (code?.startsWith('commander.'))
    return { exitCode: exitCodes.usage, error: commanderText(message), hint: `see \`${command} --help\`` };
  const { reason, hint } = meaningOf(code, status);
  const report = { exitCode: exitCodes[reason], error: detailed(error), ...(hint && { hint }) };
  return code ? { ...report, code } : report;
}

const commanderText = (message: string): string =>
  message
    .replace(/^error: /, '')
    .replace(/^command-argument value '(.*)' is invalid for argument '(.*?)'\./s, "'$1' is no <$2>.")
    .replace(/\s*\n\s*/g, ' ');

/** Details of a refusal. */
interface Refused {
  issues?: { field: string; message: string }[];
}

function detailed(error: Error): string {
  const { body, retryAfterMs } = error as Partial<ParleyError> & { retryAfterMs?: number };
  if (retryAfterMs !== undefined) return `${error.message}; try again in ${inWords(Math.ceil(retryAfterMs / 1000))}`;
  const { issues } = { ...body } as Refused;
  if (!Array.isArray(issues)) return error.message;
  const all = issues.map(({ field, message }) => `${field} ${message}`.trim());
  const unsaid = all.filter((issue) => !error.message.includes(issue));
  return unsaid.length > 0 ? `${error.message}: ${unsaid.join('; ')}` : error.message;
}
