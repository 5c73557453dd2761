import { isIP } from 'node:net';
import { ServiceError } from '@parley/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isProof, proofOf } from '../../engine/keys/proof.ts';

const longestForm = 16 * 1024;

/** Parses the forms that browsers send without scripts. */
export function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addHook('onRoute', (route) => void (route.bodyLimit = longestForm));
  const options = { parseAs: 'string', bodyLimit: longestForm } as const;
  app.addContentTypeParser('application/x-www-form-urlencoded', options, async (_request: unknown, body: string) => {
    const fields = Object.fromEntries(new URLSearchParams(body));
    if (Object.values(fields).some((value) => value.includes('\0')))
      throw new ServiceError('invalid_request', 'A field must not contain U+0000');
    return fields;
  });
}

/** A field of a form; empty if missing. */
export const field = ({ body }: FastifyRequest, name: string): string =>
  (body as Record<string, string> | undefined)?.[name] ?? '';

/** Accepts a form only from a page of this service: browsers send the cookies with forms of other sites too. */
export function assertOwnForm({ headers }: FastifyRequest, publicUrl: string): void {
  const { origin, host = '' } = headers;
  if (origin === new URL(publicUrl).origin || (isNobodysName(host) && origin === `http://${host}`)) return;
  throw new ServiceError('invalid_request', 'This form was sent from another site');
}

/** An IP address or local name that no other site can claim, unlike a domain name. */
function isNobodysName(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  return isIP(name) !== 0 || name === 'localhost';
}

/** Proves that a form was shown to this account. */
export const formProof = (secret: string, ...facts: string[]): string => proofOf(secret, 'form', ...facts);

export function assertProof(given: string, expected: string): void {
  if (!isProof(given, expected)) throw new ServiceError('invalid_request', 'This form is out of date: reload the page');
}

/** Answers a form with a redirect, so that reloading the page does not submit it again. */
export const seeOther = (reply: FastifyReply, place: string): FastifyReply => reply.code(303).header('location', place).send();
