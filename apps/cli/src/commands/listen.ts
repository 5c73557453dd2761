import type { Expects, Space } from '@parley/sdk';
import { Option, type Command } from 'commander';
import { resolve } from 'node:path';
import { act, type Verb } from '../command.ts';
import type { Context } from '../context.ts';
import { duration, leaseTime, whole, within } from '../duration.ts';
import { inWords } from '../in-words.ts';
import { Failure } from '../failure.ts';
import { fetch } from '../fetch.ts';
import { examples } from '../help.ts';
import { uninterrupted } from '../interruption.ts';
import { assertStartable, chosenCommand, typed, type CommandLine } from '../listen/command-line.ts';
import { deliveryVariableNames, scrubbed, variable } from '../listen/environment.ts';
import { agentNames, continuing, presetOf, type AgentName } from '../hosts/hosts.ts';
import type { LeaseTerms } from '../listen/work.ts';
import { notes } from '../terminal/streams.ts';
import { Watcher } from '../watching/watcher.ts';
import { harmless } from '../watch/harmless.ts';

const mostAtOnce = 32;
const mostHistory = 200;
/** What an agent gets without `--history`. */
const usualHistory = 20;
const longestTimeout = 24 * 3_600;
const usualTimeout = 600;

export function listenCommand(program: Command): void {
  const command = program
    .command('listen')
    .argument('[command...]', 'a command and its arguments, after --; it is run without a shell')
    .description('run a command for each message that is directed to you; its output is the reply')
    .option('-x, --exec <command>', 'a command line, which is run by a shell')
    .addOption(new Option('-a, --agent <agent>', 'an agent that is installed here').choices(agentNames))
    .option('-p, --print', 'run nothing: print each delivery as a line of JSON, and hold it until it is settled')
    .option(
      '-c, --concurrency <number>',
      `how many to work on at the same time, at most ${mostAtOnce} (default: 1)`,
      within(1, mostAtOnce, whole, `a number from 1 to ${mostAtOnce}`),
    )
    .option(
      '-t, --timeout <time>',
      'time limit of the command (default: 10m)',
      within(1, longestTimeout, duration, 'a time from 1s to 24h'),
    )
    .option(
      '--lease <time>',
      'how long the server keeps a delivery for this process if it crashes, 10s to 1h (default: 5m)',
      leaseTime,
    )
    .option('--retry', 'try again if the command fails, at most 5 times, instead of declining at once')
    .option('--no-reply', 'do not send the output; success acknowledges')
    .addOption(
      new Option('--expect <what>', 'direct the reply to the sender, and say what you expect of it').choices([
        'reply',
        'ack',
        'nothing',
      ]),
    )
    .option('-e, --env <variable>', 'pass NAME, PREFIX* or NAME=value on to the command; can be repeated', variables)
    .option(
      '--history <number>',
      `also give the command the space and the earlier messages that matter most, at most so many (default with --agent: ${usualHistory})`,
      within(0, mostHistory, whole, `a number from 0 to ${mostHistory}`),
    )
    .option('--session', `let the agent continue one session of its own: ${continuing.join(', ')}`)
    .option('--cwd <folder>', 'the working directory of the command')
    .option('--once', 'wait for one delivery, and end after it')
    .option('--dry-run', 'print what would be run, and claim nothing')
    .action(act(listen));
  examples(
    command,
    'parley listen --agent claude',
    'parley listen --exec "./review.sh" --timeout 30m --concurrency 4',
    'parley listen --env OPENAI_API_KEY -- node agent.mjs --fast',
    'parley listen --print',
  );
}

const variables = (text: string, before: string[] = []): string[] => [...before, variable(text)];

interface ListenOptions {
  exec?: string;
  agent?: AgentName;
  print?: boolean;
  concurrency?: number;
  timeout?: number;
  lease?: number;
  retry?: boolean;
  reply: boolean;
  expect?: Expects;
  env?: string[];
  history?: number;
  session?: boolean;
  cwd?: string;
  once?: boolean;
  dryRun?: boolean;
}

const listen: Verb<ListenOptions, [words: string[]]> = async (context, options, words) => {
  const { agent, timeout = usualTimeout, concurrency = 1, lease, once = false } = options;
  if (once && concurrency > 1) throw new Failure('usage', '--once takes one delivery', 'leave out --concurrency');
  if (options.session) assertContinues(agent, concurrency);
  const command = chosenCommand(options, words);
  const cwd = resolve(options.cwd ?? '.');
  const env = scrubbed(process.env, agent ? presetOf(agent).env : [], options.env ?? []);
  if (options.dryRun) return showPlan(context, command, { cwd, timeout, env });
  if (command) assertStartable(command, cwd, env['PATH']);

  const { signal, out } = context;
  // After Ctrl-C, deliveries are still settled. A lost connection is retried for as long as it takes.
  const settings = { ...uninterrupted, fetch, hooks: { warn: (text: string) => out.note(text) } };
  const space = await context.open(await context.place(), settings);
  const { name } = await space.get({ signal });
  out.note(`Waiting for messages to you in ${harmless(name)}.${notes.isTTY ? ' Press Ctrl-C to stop.' : ''}`);
  const terms = { leaseSeconds: lease, concurrency, once, signal, out };
  // Hooks of the profile leave the deliveries to this process.
  const watcher = new Watcher(context.folder);
  watcher.takes(space.spaceId);
  try {
    await work(context, space, command && { command, env, cwd }, terms, options);
  } finally {
    await watcher.end();
  }
  if (!signal.aborted && !once) out.note('The space has ended.');
};

async function work(
  context: Context,
  space: Space,
  planned: { command: CommandLine; env: NodeJS.ProcessEnv; cwd: string } | undefined,
  terms: LeaseTerms,
  {
    agent,
    history = agent && usualHistory,
    session,
    timeout = usualTimeout,
    retry = false,
    reply,
    expect: expects,
  }: ListenOptions,
): Promise<void> {
  if (!planned) {
    const { printAll } = await import('../listen/print.ts');
    return printAll(space, terms);
  }
  const [{ answerAll }, { AgentSession }] = await Promise.all([import('../listen/answer.ts'), import('../listen/session.ts')]);
  const sessionOf = session ? (participantId: string) => new AgentSession(context.folder, agent!, participantId) : undefined;
  const policy = { reply, expects, retry, timeoutMs: timeout * 1000 };
  await answerAll(space, { ...planned, policy, history, sessionOf }, terms);
}

function assertContinues(agent: AgentName | undefined, concurrency: number): void {
  if (!agent || !continuing.includes(agent))
    throw new Failure('usage', '--session needs an agent that can continue a session', `use --agent ${continuing.join(' or ')}`);
  if (concurrency > 1) throw new Failure('usage', 'One session takes one delivery at a time', 'leave out --concurrency');
}

/** What would be run, without the values of variables. */
function showPlan(
  { out }: Context,
  command: CommandLine | undefined,
  { cwd, timeout, env }: { cwd: string; timeout: number; env: NodeJS.ProcessEnv },
): void {
  const line = command ? typed(command) : '';
  const names = [...Object.keys(env), ...deliveryVariableNames].toSorted();
  out.answer({ command: line, cwd, timeoutSeconds: timeout, env: names }, () =>
    [
      `command:   ${line || 'none; deliveries are printed'}`,
      `folder:    ${cwd}`,
      `timeout:   ${inWords(timeout)}`,
      `variables: ${names.join(' ')}`,
    ].join('\n'),
  );
}
