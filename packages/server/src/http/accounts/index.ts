import type { FastifyInstance } from 'fastify';
import type { Parley } from '../../parley.ts';
import { serveAccount } from './account.ts';
import { serveRevocation } from './dashboard.ts';
import { throttle } from './entrance.ts';
import { serveMailLink } from './mail-link.ts';
import { servePasskeys } from './passkeys.ts';
import { serveSignIn } from './sign-in.ts';
import { serveSignOn } from './sign-on.ts';
import { serveSignUp } from './sign-up.ts';

/** Where humans sign up, in and out of the embedded identity provider. */
export function serveAccounts(app: FastifyInstance, parley: Parley): void {
  const mayTry = throttle();
  serveSignIn(app, parley, mayTry);
  serveSignUp(app, parley, mayTry);
  serveMailLink(app, parley, mayTry);
  serveSignOn(app, parley);
  // On its own, for its bodies are JSON.
  app.register(async (scope) => servePasskeys(scope, parley));
  serveAccount(app, parley, mayTry);
  serveRevocation(app, parley);
}
