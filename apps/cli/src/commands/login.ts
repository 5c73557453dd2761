import type { Command } from 'commander';
import { hostname } from 'node:os';
import { act, type Verb } from '../command.ts';
import type { Context } from '../context.ts';
import { SecretGone } from '../keys/secrets.ts';
import { whileWaiting } from '../terminal/spinner.ts';

export function loginCommands(program: Command): void {
  program
    .command('login')
    .description('link this profile to your dashboard, with a browser')
    .option('--name <name>', 'the name that your dashboard shows for this profile (default: the name of this machine)')
    .action(act(login));
  program.command('logout').description('remove the login from this profile').action(act(logout));
}

const login: Verb<{ name?: string }, []> = async (context, { name = `parley on ${hostname()}` }) => {
  const { baseUrl, tokens, out, signal } = context;
  if (await isLoggedIn(context)) {
    const said = `You are already logged in at ${baseUrl}; \`parley logout\` first to log in anew`;
    return out.done({ ok: true, baseUrl, already: true }, said);
  }
  await tokens.prepare();
  const parley = await context.parley(baseUrl);
  const link = await parley.startLink(name);
  out.note(`Open ${link.verificationUriComplete}`);
  const code = codeIn(link.verificationUriComplete);
  if (code) out.note(`Check that the page shows this code: ${code}`);
  const token = await whileWaiting('Waiting for your approval in the browser', link.token({ signal }));
  await tokens.keep(baseUrl, token);
  out.done(
    { ok: true, baseUrl, prefix: token.slice(0, 12) },
    'Logged in. Spaces that you create or join from now on are linked to your dashboard.',
  );
};

/** A token that the keychain lost is replaced. */
async function isLoggedIn({ baseUrl, tokens }: Context): Promise<boolean> {
  try {
    return (await tokens.of(baseUrl)) !== undefined;
  } catch (error) {
    if (!(error instanceof SecretGone)) throw error;
    return false;
  }
}

/** The code that the human compares is in the query of the URL. */
function codeIn(address: string): string | undefined {
  const { searchParams } = new URL(address);
  return searchParams.get('user_code') ?? searchParams.get('code') ?? undefined;
}

const logout: Verb<object, []> = async ({ baseUrl, tokens, out }) => {
  const had = await tokens.forget(baseUrl);
  out.done(
    { ok: true },
    had ? 'Logged out. The token stays valid until you revoke it on the page /account of the server.' : 'You were not logged in',
  );
};
