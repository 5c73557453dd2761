import { ServiceError } from '@parley/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Parley } from '../../parley.ts';
import { assertOwnForm, field, seeOther } from '../forms.ts';
import { place } from './entrance.ts';

const longestAnswer = 16 * 1024;
const name = z.string().trim().min(1).max(80);
const text = z
  .string()
  .max(longestAnswer)
  .regex(/^[\w-]+$/);
/** What a browser says of a passkey; the library looks into the rest. */
const answer = z.looseObject({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
});
const assertion = z.looseObject({ clientDataJSON: text, authenticatorData: text, signature: text });
const added = z.object({ name, response: answer });
const shown = z.object({ response: answer.extend({ response: assertion }) });

/** What the script of the sign-in and the account page says to the provider. */
export function servePasskeys(app: FastifyInstance, { provider, publicUrl }: Parley): void {
  const { passkeys } = provider;
  const own = (request: FastifyRequest): Headers => {
    assertOwnForm(request, publicUrl());
    if (!provider.hasPasskeys()) throw new ServiceError('not_found', 'There are passkeys only under a domain name');
    return new Headers({ cookie: request.headers.cookie ?? '', origin: new URL(publicUrl()).origin });
  };

  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: longestAnswer },
    async (_: unknown, body: string) => {
      try {
        return JSON.parse(body) as unknown;
      } catch {
        throw new ServiceError('invalid_request', 'The body is no JSON');
      }
    },
  );

  app.post('/auth/passkeys/begin-adding', async (request, reply) => relay(reply, await passkeys.beginAdding(own(request))));
  app.post('/auth/passkeys/add', async (request, reply) =>
    relay(reply, await passkeys.add(own(request), read(added, request.body))),
  );
  app.post('/auth/passkeys/begin-sign-in', async (request, reply) => relay(reply, await passkeys.beginSignIn(own(request))));
  app.post('/auth/passkeys/sign-in', async (request, reply) =>
    relay(reply, await passkeys.signIn(own(request), read(shown, request.body))),
  );

  app.post('/passkeys', async (request, reply) => {
    own(request);
    const account = await provider.account(request.headers.cookie);
    if (!account) return seeOther(reply, place('login', 'account'));
    await provider.removePasskey(account, field(request, 'remove'));
    return seeOther(reply, 'account');
  });
}

function read<Body>(schema: z.ZodType<Body>, body: unknown): Body {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new ServiceError('invalid_request', 'This is not what a browser says of a passkey');
}

/** A refusal of the library is one of ours: whatever it could not verify, the caller sent. */
async function relay(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  if (response.status === 401 || response.status === 403) {
    throw new ServiceError(
      'session_required',
      'Sign in again first: this needs a fresh session, or a passkey that is known here',
    );
  }
  if (!response.ok) throw new ServiceError('invalid_request', 'This passkey could not be verified');
  const cookies = response.headers.getSetCookie();
  if (cookies.length) reply.header('set-cookie', cookies);
  return reply.header('cache-control', 'no-store').send(await response.json());
}
