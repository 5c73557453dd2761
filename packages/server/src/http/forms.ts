import { isIP } from 'node:net';
import { ServiceError } from '@parley/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isProof, proofOf } from '../auth/proof.ts';
import { htmlDocument } from './pages/document.ts';
import { escapeHtml } from './pages/wording.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const longestForm = 16 * 1024;

/** Forms are what browsers send without any script. */
export function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addHook('onRoute', (route) => void (route.bodyLimit = longestForm));
  const options = { parseAs: 'string', bodyLimit: longestForm } as const;
  app.addContentTypeParser('application/x-www-form-urlencoded', options, async (_request: unknown, body: string) => {
    const fields = Object.fromEntries(new URLSearchParams(body));
    if (Object.values(fields).some((value) => value.includes('\0')))
      throw new ServiceError('invalid_request', 'A field may not hold U+0000');
    return fields;
  });
}

/** A field of a form; what is missing is empty. */
export const field = ({ body }: FastifyRequest, name: string): string =>
  (body as Record<string, string> | undefined)?.[name] ?? '';

/** A form counts only when it comes from a page of this service: its cookies would come along from anywhere. */
export function assertOwnForm({ headers }: FastifyRequest, publicUrl: string): void {
  const { origin, host = '' } = headers;
  if (origin === new URL(publicUrl).origin || (isNobodysName(host) && origin === `http://${host}`)) return;
  throw new ServiceError('invalid_request', 'This form was sent from another site');
}

/** An address that no other site can take for itself, as it can with a name. */
function isNobodysName(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  return isIP(name) !== 0 || name === 'localhost';
}

/** Proves that a form was shown to this very account. */
export const formProof = (secret: string, ...facts: string[]): string => proofOf(secret, 'form', ...facts);

export function assertProof(given: string, expected: string): void {
  if (!isProof(given, expected)) throw new ServiceError('invalid_request', 'This form is stale: open the page again');
}

/** A plain page; all of it but what `scripts` add works without them. `body` is HTML. */
export function sendPage(reply: FastifyReply, title: string, body: string, scripts: readonly string[] = []): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'same-origin')
    .send(
      htmlDocument({
        title,
        styles: ['join.css', 'form.css'],
        scripts,
        body: `  <body>
    <main id="entrance">
      <p class="brand">Parley</p>
      <h1>${escapeHtml(title)}</h1>
${body}
    </main>
  </body>`,
      }),
    );
}

/** The answer to a form is another page, so that going back or reloading sends nothing again. */
export const seeOther = (reply: FastifyReply, place: string): FastifyReply => reply.code(303).header('location', place).send();

export const alert = (text: string | undefined): string => (text ? `<p role="alert">${escapeHtml(text)}</p>` : '');
