import { Forbidden, Unreachable } from './destination.ts';
import { NotConnected } from './post.ts';

/** Why a request failed, for the owner of its URL. The message of the system is left out: it can name addresses of this network. */
export function inWords(error: unknown): string {
  if (error instanceof Forbidden) return `It ${error.message}`;
  if (error instanceof Unreachable) return error.message;
  if (error instanceof NotConnected) return inWords(error.cause);
  if (isOfTls(error)) return 'Its TLS certificate is not valid, or it does not use TLS';
  if (codeOf(error) === 'ECONNREFUSED') return 'It refused the connection';
  return 'The connection to it failed';
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

export const isOfTls = (error: unknown): boolean => /CERT|SSL|TLS|SIGNATURE|EPROTO/.test(codeOf(error));
