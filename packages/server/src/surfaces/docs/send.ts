import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendPublished, type Published } from '../wire/published.ts';

export const html = 'text/html; charset=utf-8';

/** As for the app: texts never become HTML in the browser, and nothing comes from elsewhere. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const guarded = (reply: FastifyReply): FastifyReply => reply.header('content-security-policy', policy);

/** Sends a page that is the same for everyone. */
export const sendDocs = (request: FastifyRequest, reply: FastifyReply, page: Published): Promise<FastifyReply> =>
  sendPublished(request, guarded(reply), page);

/** Sends a page that depends on the request; robots are told to leave it out. */
export const sendOwnPage = (reply: FastifyReply, page: string): FastifyReply =>
  guarded(reply).headers({ 'content-type': html, 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' }).send(page);
