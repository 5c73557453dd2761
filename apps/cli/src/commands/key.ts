import type { Command } from 'commander';
import { act, type Verb } from '../command.ts';
import { Failure } from '../failure.ts';
import { rotateKey } from '../rotation.ts';
import { confirm } from '../terminal/prompt.ts';

export function keyCommands(program: Command): void {
  const key = program.command('key').description('your key to a space');
  key
    .command('rotate')
    .description('replace your key, because somebody else may have it; the former one stops working everywhere')
    .option('--show-key', 'print the new key too')
    .action(act(rotate));
}

const rotate: Verb<{ showKey?: boolean }, []> = async (context, { yes, showKey }) => {
  const { kept: before } = await context.place();
  if (!before)
    throw new Failure(
      'usage',
      'PARLEY_KEY is no key of this profile, so the new key could not be stored',
      '`parley api POST /hub/space/{space}/key` replaces it and prints the new one',
    );
  const question = `Replace your key to ${before.name}? Everything that uses the former one stops working.`;
  await confirm(question, yes, 'Everything that uses the former key stops working');
  const { kept, key } = await rotateKey(context, before);
  const { spaceId, alias } = kept;
  if (showKey) context.out.answer({ ok: true, spaceId, alias, key }, () => key);
  else context.out.done({ ok: true, spaceId, alias }, `Replaced your key to ${alias}; the former one no longer works`);
};
