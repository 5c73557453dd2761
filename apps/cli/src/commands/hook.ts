import { Option, type Command } from 'commander';
import { act, type Verb } from '../command.ts';
import { examples } from '../help.ts';
import { hookEvents } from '../hosts/events.ts';
import type { HookOptions } from '../hook/hook.ts';
import { hooked } from '../hosts/hosts.ts';

export function hookCommand(program: Command): void {
  const command = program
    .command('hook')
    .description('print messages that wait for you, as a host expects it of a hook; hosts run this after `parley install`')
    .addOption(new Option('--event <event>', 'when the host calls it').choices(hookEvents).makeOptionMandatory())
    .addOption(new Option('--host <host>', 'the program that calls it').choices(hooked).default('claude'))
    .action(act(run));
  examples(command, 'parley hook --event prompt --host codex', 'parley hook --event stop --host gemini --profile gus');
}

const run: Verb<HookOptions, []> = async (_, options) => {
  const { hook } = await import('../hook/hook.ts');
  await hook(options);
};
