import type { ParleyError } from '@parley/sdk';
import { exitCodes, Failure, type Meaning } from './failure.ts';
import { inWords } from './in-words.ts';
import { resources } from './resources/index.ts';

const byStatus: Readonly<Record<number, Meaning>> = {
  400: { reason: 'usage' },
  401: { reason: 'keyNeeded', hint: 'join with an invitation link: `parley join LINK`; or set PARLEY_KEY and PARLEY_SPACE' },
  404: { reason: 'notFound' },
  409: { reason: 'conflict' },
  422: { reason: 'conflict' },
  423: { reason: 'conflict' },
  429: { reason: 'rateLimited' },
};

const claims = new Intl.ListFormat('en').format(resources.flatMap(({ claimedBy }) => claimedBy ?? []));

/** Codes whose meaning is more precise than their status. */
export const meaningOfCode: Readonly<Record<string, Meaning>> = Object.assign(
  {
    session_required: {
      reason: 'keyNeeded',
      hint: 'set PARLEY_SESSION to a session (see /docs/authentication on the server), or use the page /account in a browser',
    },
    lock_lost: { reason: 'conflict' },
    lease_lost: {
      reason: 'conflict',
      hint: `it is not yours any more; ${claims} take what is free`,
    },
    link_gone: { reason: 'error', hint: 'start again with `parley login`' },
    not_parley: { reason: 'error', hint: 'check that --url, PARLEY_URL or the link is correct' },
    answer_too_large: { reason: 'error' },
    network: {
      reason: 'error',
      hint: 'check that the server is running and that --url or PARLEY_URL is correct; `parley serve` starts a server here',
    },
  } satisfies Record<string, Meaning>,
  ...resources.map(({ failures }) => failures),
);

/** The refusal in a response that was read without the SDK. */
export function refusal(status: number, text: string): Failure {
  const { error = `The server answered with status ${status}`, code = '' } = parsed(text);
  const { reason, hint } = meaningOf(code, status);
  return new Failure(reason, error, hint);
}

const meaningOf = (code: string | undefined, status: number | undefined): Meaning =>
  meaningOfCode[code ?? ''] ?? byStatus[status ?? 0] ?? { reason: 'error' };

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
