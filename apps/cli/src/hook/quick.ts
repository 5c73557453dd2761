import { parseArgs } from 'node:util';
import { isHookEvent } from '../hosts/events.ts';
import { isHostName } from '../hosts/hosts.ts';
import { exitCodes } from '../failure.ts';
import { hook, type HookOptions } from './hook.ts';

/**
 * Runs `parley hook` without the parser of the command line, whose loading takes longer than all the rest. A wrong word ends it with
 * 1: hosts take 2, the exit code of wrong usage elsewhere, as the order to block what their user does.
 */
export async function quickHook(words: readonly string[]): Promise<void> {
  try {
    // Input that does not end, and connections that are kept alive, would keep the process.
    if (!(await hook(optionsIn(words)))) process.exit();
  } catch (error) {
    const { write } = await import('../terminal/streams.ts');
    process.exitCode = exitCodes.error;
    write('notes', `parley: ${(error as Error).message}\n`);
  }
  const { afterWriting, onStreamError } = await import('../terminal/streams.ts');
  // The host may have gone.
  onStreamError(() => process.exit());
  afterWriting(() => process.exit());
}

function optionsIn(words: readonly string[]): HookOptions {
  const string = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...words],
    options: { event: string, host: string, profile: string, url: string, space: { ...string, short: 's' } },
  });
  const { event, host = 'claude', ...global } = values;
  if (!isHookEvent(event)) throw new TypeError('--event is needed: session-start, prompt, post-tool-use or stop');
  if (!isHostName(host)) throw new TypeError(`“${host}” is not a host`);
  return { ...global, event, host };
}
