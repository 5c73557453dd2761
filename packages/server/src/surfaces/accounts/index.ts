import type { FastifyInstance } from 'fastify';
import type { Parley } from '../../parley.ts';
import { serveAccount } from './account.ts';
import { serveSignOut } from './browsers.ts';
import { guesses } from './guesses.ts';
import { serveMailLink } from './mail-link.ts';
import { serveOwnPasskeys } from './own-passkeys.ts';
import { servePasskeys } from './passkeys.ts';
import { servePassword } from './password.ts';
import { serveSignIn } from './sign-in.ts';
import { serveSignOn } from './sign-on.ts';
import { serveSignUp } from './sign-up.ts';
import { serveTokens } from './tokens.ts';
import { serveUsers } from './users.ts';

/** The pages of the embedded identity provider, where humans sign up, in and out. */
export function serveAccounts(app: FastifyInstance, parley: Parley): void {
  serveSignIn(app, parley, guesses(parley));
  serveSignUp(app, parley);
  serveMailLink(app, parley);
  serveSignOn(app, parley);
  // In its own scope, because its bodies are JSON.
  app.register(async (scope) => servePasskeys(scope, parley));
  serveAccount(app, parley);
  serveTokens(app, parley);
  serveOwnPasskeys(app, parley);
  servePassword(app, parley);
  serveSignOut(app, parley);
  serveUsers(app, parley);
}
