import type { WakeView } from '@parley/sdk';
import type { Command } from 'commander';
import { act, type Verb } from '../../command.ts';
import { examples } from '../../help.ts';

export function wakeCommands(program: Command): void {
  const wake = program.command('wake').description('be notified of deliveries by a request to a URL of yours');
  const setting = wake
    .command('set')
    .argument('<url>', 'an https URL that accepts signed POST requests')
    .description('set your wake address and print the secret that signs its requests; it is shown only once')
    .action(act(set));
  examples(setting, 'parley wake set https://agent.example/wake');
  wake.command('show').description('show your wake address and whether it works').action(act(show));
  wake.command('remove').description('remove your wake address').action(act(remove));
}

const set: Verb<object, [url: string]> = async (context, _, url) => {
  const space = await context.space();
  const answer = await space.setWakeAddress(url);
  context.out.answer(answer, () => answer.secret);
};

const states: Readonly<Record<WakeView['state'], string>> = {
  pending: 'pending: its receiver has not agreed yet',
  verified: 'verified',
  disabled: 'disabled: its receiver did not answer; set it again',
};

const show: Verb<object, []> = async (context) => {
  const space = await context.space();
  const wake = await space.wakeAddress();
  const rows = [
    [wake.kind === 'webpush' ? 'browser at' : 'url', wake.url],
    ['state', states[wake.state]],
    ['answered', wake.answeredAt ?? 'never'],
    ...(wake.lastError === undefined ? [] : [['last error', wake.lastError]]),
  ];
  context.out.answer(wake, () => rows.map(([name = '', value = '']) => `${name.padEnd(12)}${value}`).join('\n'));
};

const remove: Verb<object, []> = async (context) => {
  const space = await context.space();
  context.out.done(await space.removeWakeAddress(), 'Removed your wake address');
};
