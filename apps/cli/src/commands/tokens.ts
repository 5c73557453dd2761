import type { Account } from '@parley/sdk';
import type { Command } from 'commander';
import { act, type Verb } from '../command.ts';
import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import { examples } from '../help.ts';
import { theOne } from '../naming.ts';

export function tokenCommands(program: Command): void {
  const tokens = program.command('tokens').description('list, create and revoke user tokens');
  tokens.command('list').description('list your tokens without their secrets').action(act(list));
  const created = tokens.command('create [name]').description('create a token and print it; it is shown only once');
  examples(created.action(act(create)), 'parley tokens create CI');
  tokens.command('revoke <token>').description('revoke a token by its name, id or prefix').action(act(revoke));
}

async function accountOf(context: Context): Promise<Account> {
  if (!context.session)
    throw new Failure(
      'keyNeeded',
      'This command needs a session',
      `set PARLEY_SESSION (see ${context.baseUrl}/docs/authentication), or use the page ${context.baseUrl}/account`,
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
      created: ({ createdAt }) => createdAt.slice(0, 10),
      'last used': ({ lastUsedAt }) => lastUsedAt?.slice(0, 10) ?? 'never',
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
  const { id, name } = theOne('token', tokens, query, (token) => ({ id: token.id, names: [token.name, token.prefix] }));
  await account.revokeToken(id);
  context.out.done({ ok: true }, `Revoked ${name}`);
};
