import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookiePath } from '../../account/better-auth.ts';
import { isProof, proofOf } from '../../engine/keys/proof.ts';
import type { Parley } from '../../parley.ts';

const name = 'parley.known';
const halfAYear = 180 * 86_400;

/**
 * Marks a browser that was signed in to an account before. The cookie grants no access: it only has separate limits,
 * which strangers who guess passwords or request mail cannot use up.
 */
export function rememberBrowser(reply: FastifyReply, { secret, publicUrl }: Parley, email: string): void {
  const secure = publicUrl().startsWith('https:') ? '; Secure' : '';
  const path = cookiePath(publicUrl());
  const cookie = `${name}=${proofFor(secret, email)}; Max-Age=${halfAYear}; Path=${path}; HttpOnly; SameSite=Lax${secure}`;
  reply.header('set-cookie', cookie);
}

export function isKnownBrowser({ headers }: FastifyRequest, secret: string, email: string): boolean {
  const [, shown = ''] = /(?:^|; )parley\.known=([^;]*)/.exec(headers.cookie ?? '') ?? [];
  return isProof(shown, proofFor(secret, email));
}

const proofFor = (secret: string, email: string): string => proofOf(secret, 'known browser', email.toLowerCase());
