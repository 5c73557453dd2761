import type { Command } from 'commander';
import { hostname } from 'node:os';
import { act, type Verb } from '../command.ts';
import { whileWaiting } from '../terminal/spinner.ts';

export function loginCommands(program: Command): void {
  program
    .command('login')
    .description('link this profile to your dashboard, by a page in your browser')
    .option('--name <name>', 'what the page calls this profile (default: the name of this machine)')
    .action(act(login));
  program
    .command('logout')
    .description('remove the token from this profile; it stays valid until it is revoked')
    .action(act(logout));
}

const login: Verb<{ name?: string }, []> = async (context, { name = `parley on ${hostname()}` }) => {
  const { baseUrl, tokens, out, signal } = context;
  await tokens.prepare();
  const parley = await context.parley(baseUrl);
  const link = await parley.startLink(name);
  out.note(`Open ${link.verificationUriComplete}`);
  const code = codeIn(link.verificationUriComplete);
  if (code) out.note(`and compare the code: ${code}`);
  const token = await whileWaiting('Waiting for you to approve', link.token({ signal }));
  await tokens.keep(baseUrl, token);
  out.done({ ok: true, baseUrl, prefix: token.slice(0, 12) }, 'Logged in; what you create and join is linked to your dashboard');
};

/** The code that the human compares is the one parameter of the address. */
function codeIn(address: string): string | undefined {
  const { searchParams } = new URL(address);
  return searchParams.get('user_code') ?? searchParams.get('code') ?? undefined;
}

const logout: Verb<object, []> = async ({ baseUrl, tokens, out }) => {
  const had = await tokens.forget(baseUrl);
  out.done({ ok: true }, had ? 'Logged out; `parley tokens revoke` ends the token' : 'There was no login');
};
