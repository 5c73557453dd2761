import { ServiceError } from '@parley/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { refusals } from '../../account/better-auth.ts';
import type { Parley } from '../../parley.ts';
import { jsonIn } from '../wire/body.ts';
import { assertOwnForm } from '../pages/forms.ts';
import { longestPasskeyName } from './own-passkeys.ts';
import { recordChange, recordSignIn } from './recorded.ts';

const longestAnswer = 16 * 1024;
const name = z.string().trim().min(1).max(longestPasskeyName);
const text = z
  .string()
  .max(longestAnswer)
  .regex(/^[\w-]+$/);
/** The answer of a browser about a passkey; the library checks the rest. */
const answer = z.looseObject({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
});
const assertion = z.looseObject({ clientDataJSON: text, authenticatorData: text, signature: text });
const added = z.object({ name, response: answer });
const shown = z.object({ response: answer.extend({ response: assertion }) });

/** Connects the scripts of the sign-in and account pages to the provider. */
export async function servePasskeys(app: FastifyInstance, parley: Parley): Promise<void> {
  const { provider, publicUrl } = parley;
  const { passkeys } = provider;
  const headersOf = (request: FastifyRequest): Headers => {
    assertOwnForm(request, publicUrl());
    if (!provider.hasPasskeys()) throw new ServiceError('not_found', 'Passkeys require a domain name');
    return new Headers({ cookie: request.headers.cookie ?? '', origin: new URL(publicUrl()).origin });
  };

  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: longestAnswer },
    async (request: FastifyRequest, body: Buffer) => jsonIn(request, body),
  );

  app.post('/auth/passkeys/begin-adding', async (request, reply) => {
    const headers = headersOf(request);
    const account = await provider.account(request.headers.cookie);
    if (account && (await provider.isElsewhere(account)))
      throw new ServiceError('invalid_request', 'An account of another provider cannot have passkeys here');
    return (await relayed(reply, await passkeys.beginAdding(headers))).json();
  });
  app.post('/auth/passkeys/add', async (request, reply) => {
    const response = await passkeys.add(headersOf(request), read(added, request.body));
    const account = await provider.account(request.headers.cookie);
    recordChange(parley, request, 'passkey-add', account, response.ok ? undefined : 'not-added');
    await relayed(reply, response);
    return {};
  });
  app.post('/auth/passkeys/begin-sign-in', async (request, reply) =>
    (await relayed(reply, await passkeys.beginSignIn(headersOf(request)))).json(),
  );
  app.post('/auth/passkeys/sign-in', async (request, reply) => {
    const response = await passkeys.signIn(headersOf(request), read(shown, request.body));
    await recordSignIn(parley, request, { via: 'passkey' }, response.ok ? response.headers.getSetCookie() : undefined);
    await relayed(reply, response);
    return {};
  });
}

function read<Body>(schema: z.ZodType<Body>, body: unknown): Body {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new ServiceError('invalid_request', 'This is not a valid WebAuthn answer');
}

/** A refusal of the library is a client error: it could not verify what the client sent. */
async function relayed(reply: FastifyReply, response: Response): Promise<Response> {
  if (response.status === 403 && (await response.clone().json())?.code === refusals.disabled)
    throw new ServiceError('session_required', 'This account is disabled: ask an administrator of this server');
  if (response.status === 401 || response.status === 403) {
    throw new ServiceError('session_required', 'Sign in again first: this needs a recent sign-in or a registered passkey');
  }
  if (!response.ok) throw new ServiceError('invalid_request', 'This passkey could not be verified');
  const cookies = response.headers.getSetCookie();
  if (cookies.length) reply.header('set-cookie', cookies);
  reply.header('cache-control', 'no-store');
  return response;
}
