import type { FastifyInstance } from 'fastify';
import type { Parley } from '../../parley.ts';
import { seeOther } from '../pages/forms.ts';
import { place } from './entrance.ts';
import { nextOf } from './next.ts';
import { recordSignIn } from './recorded.ts';

/** Serves signing in with another OpenID provider: the browser is redirected there and returns with a code. */
export function serveSignOn(app: FastifyInstance, parley: Parley): void {
  const { provider, publicUrl } = parley;
  if (!provider.signOn) return;

  app.get('/sign-on', async (request, reply) => {
    const next = nextOf(request);
    const begun = await provider.beginSignOn(next);
    if (!begun) return seeOther(reply, place('login', next, 'elsewhere'));
    return seeOther(reply.header('set-cookie', begun.cookies), begun.location);
  });

  app.get('/auth/callback', async (request, reply) => {
    const query = Object.fromEntries(Object.entries(request.query as object).map(([name, value]) => [name, String(value)]));
    const ended = await provider.endSignOn(query, request.headers.cookie ?? '');
    const error = ended ? new URL(ended.location, publicUrl()).searchParams.get('error') : 'failed';
    await recordSignIn(parley, request, { via: 'other-provider' }, error === null ? ended?.cookies : { refused: error });
    if (!ended) return seeOther(reply, `${publicUrl()}/${place('login', '', 'elsewhere')}`);
    return seeOther(reply.header('set-cookie', ended.cookies), ended.location);
  });
}
