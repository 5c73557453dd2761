import type { Account } from '@parley/sdk';
import type { Command } from 'commander';
import { act, type Verb } from '../command.ts';
import type { Context } from '../context.ts';
import { Failure } from '../failures.ts';
import { theOne } from '../naming.ts';

export function tokenCommands(program: Command): void {
  const tokens = program.command('tokens').description('list, make and revoke user tokens (needs PARLEY_SESSION)');
  tokens.command('list').description('list the tokens, without their secrets').action(act(list));
  tokens.command('create [name]').description('make a token and print it, this once').action(act(create));
  tokens.command('revoke <token>').description('revoke a token: its name, id or prefix').action(act(revoke));
}

async function accountOf(context: Context): Promise<Account> {
  if (!context.session)
    throw new Failure(
      'keyNeeded',
      'This needs a session',
      `set PARLEY_SESSION to one, as ${context.baseUrl}/docs/authentication says, or use the page ${context.baseUrl}/account`,
    );
  const parley = await context.parley();
  return parley.account;
}

const list: Verb<object, []> = async (context) => {
  const account = await accountOf(context);
  context.out.list(
    await account.tokens(),
    {
      name: ({ name }) => name,
      prefix: ({ prefix }) => prefix,
      made: ({ createdAt }) => createdAt.slice(0, 10),
      used: ({ lastUsedAt }) => lastUsedAt?.slice(0, 10) ?? 'never',
      '': ({ revoked }) => (revoked ? 'revoked' : ''),
      id: ({ id }) => id,
    },
    'No tokens yet',
  );
};

const create: Verb<object, [name?: string]> = async (context, _, name) => {
  const account = await accountOf(context);
  const created = await account.createToken(name);
  context.out.answer(created, () => created.token);
};

const revoke: Verb<object, [query: string]> = async (context, _, query) => {
  const account = await accountOf(context);
  const tokens = (await account.tokens()).filter(({ revoked }) => !revoked);
  const byPrefix = tokens.find(({ prefix }) => prefix === query);
  const { id, name } = byPrefix ?? theOne('token', tokens, query, (token) => token);
  await account.revokeToken(id);
  context.out.done({ ok: true }, `Revoked ${name}`);
};
