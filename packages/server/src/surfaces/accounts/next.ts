import { link } from '@parley/core';
import type { FastifyRequest } from 'fastify';
import { cookiePath } from '../../account/better-auth.ts';

const rememberedSeconds = 15 * 60;
const start = 'account';

/** Pages of ours, by their address below the root of the service; `.` is the root. */
const own = /^(?:[a-z]+|room\/[\w-]{1,64}|\.)(?:\?[\w=&%-]*)?(?:#[\w/-]{0,200})?$/;

/** Permits only our own pages as targets: an open redirect would help phishing. */
export const local = (next: string): string => (own.test(next) ? next : start);

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

export const queryOf = ({ query }: FastifyRequest, name: string): string => asText((query as Record<string, unknown>)[name]);

/** Where to continue after signing in. */
export const nextOf = (request: FastifyRequest): string => local(queryOf(request, 'next'));

/** For a way to sign in that does not lead back to this page: a mailed link, and the set-up link in the log. */
export const remembering = (next: string, publicUrl: string): string =>
  `parley.next=${encodeURIComponent(next)}; Max-Age=${rememberedSeconds}; Path=${cookiePath(publicUrl)}; HttpOnly; SameSite=Lax`;

/** Where to continue, as this browser remembers it. */
export function rememberedNext({ headers }: FastifyRequest): string {
  const [, next = ''] = /(?:^|; )parley\.next=([^;]*)/.exec(headers.cookie ?? '') ?? [];
  try {
    return local(decodeURIComponent(next));
  } catch {
    return start;
  }
}

/** What somebody who signs in is about to do. */
export function purposeOf(next: string): string {
  const { pathname, searchParams } = new URL(next, 'http://localhost');
  if (pathname.startsWith('/room/')) return 'You then continue to the space.';
  if (pathname !== '/link') return '';
  const code = link.readCode(searchParams.get('code') ?? '');
  const which = code === undefined ? 'An agent' : `The agent with the code ${link.shownCode(code)}`;
  return `${which} wants to be linked to your account. You decide that next.`;
}
