import { ParleyError } from '@parley/sdk';
import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import { hostOf } from '../hosts/hosts.ts';
import { hookLaunch } from '../hosts/launch.ts';
import { reachedIn } from '../hosts/matrix.ts';
import { presences, type Presence } from '../hosts/presence.ts';
import { ReachableSpaces } from '../mcp/spaces.ts';
import { McpClient } from './mcp-client.ts';
import { Rehearsal } from './rehearsal.ts';
import type { DoctorReport } from './report.ts';

/** Directs a message to a participant of its own over each way, and waits for it. */
export async function checkPaths(context: Context, report: DoctorReport): Promise<void> {
  const [kept] = await context.spaces.all();
  const baseUrl = context.options.url ? context.baseUrl : (kept?.baseUrl ?? context.baseUrl);
  const rehearsal = await begun(context, baseUrl, report);
  try {
    if (rehearsal && (await report.check('mcp', baseUrl, () => checkMcp(rehearsal)))) {
      await checkHooks(context, rehearsal, report);
      await report.check('listen', baseUrl, () => checkListen(rehearsal));
    }
  } finally {
    await rehearsal?.end();
  }
  await checkWakes(context, report);
}

/** Undefined if there can be none; the report says why. */
async function begun(context: Context, baseUrl: string, report: DoctorReport): Promise<Rehearsal | undefined> {
  try {
    return await Rehearsal.start(context, baseUrl);
  } catch (error) {
    // Not everybody may create a space on each server.
    if (error instanceof ParleyError && error.status >= 400 && error.status < 500)
      report.unused('mcp', baseUrl, `not checked, and no other way: the server refused a space for the check (${error.message})`);
    else await report.check('mcp', baseUrl, () => Promise.reject(error));
    return undefined;
  }
}

const own = (...words: string[]): [command: string, words: string[]] => [
  process.execPath,
  [realpathSync(process.argv[1]!), ...words],
];

async function checkMcp(rehearsal: Rehearsal): Promise<string> {
  const began = Date.now();
  const { text } = await rehearsal.directs();
  const client = await McpClient.start(rehearsal.runs(...own('mcp')));
  try {
    if (!(await client.call('claim_delivery', {})).includes(text))
      throw new Failure('error', 'claim_delivery returned another message');
    return `a model got a message by claim_delivery after ${Date.now() - began} ms`;
  } finally {
    client.end();
  }
}

async function checkHooks(context: Context, rehearsal: Rehearsal, report: DoctorReport): Promise<void> {
  const found = await presences(context);
  if (found.length === 0) report.unused('hook', 'hosts', 'no host uses Parley; `parley install HOST` sets one up');
  for (const presence of found) {
    const { title } = hostOf(presence.name);
    const { hooks, profile = 'default' } = presence;
    if (hooks === 'none') report.unused('hook', title, `only MCP is set up${advice(presence)}`);
    else if (profile !== basename(context.folder))
      report.unused('hook', title, `its hooks use the profile ${profile}: check with \`parley --profile ${profile} doctor\``);
    else await report.check('hook', title, () => checkHook(context, rehearsal, presence));
  }
}

const advice = ({ name }: Presence): string =>
  hostOf(name).hooks ? `; \`parley install ${name}\` adds hooks` : ', because it has no hooks';

/** Runs the command that the host would run. */
async function checkHook(context: Context, rehearsal: Rehearsal, { name, hooks }: Presence): Promise<string> {
  if (hooks === 'other')
    throw new Failure('error', 'its hooks are of another space or version', `run \`parley install ${name}\` again`);
  const { text } = await rehearsal.directs();
  const event = hostOf(name).hooks!.events.prompt ? 'prompt' : 'session-start';
  // The space of the check is another one than the host may be limited to.
  const { space: _, url: __, ...elsewhere } = context.options;
  const { command, args } = hookLaunch({ options: elsewhere }, name, event);
  await rehearsal.comes('message', async () =>
    (await rehearsal.printed(command, args, '{}')).includes(text) ? true : undefined,
  );
  return `its hook shows messages. ${reachedIn(name)}`;
}

async function checkListen(rehearsal: Rehearsal): Promise<string> {
  const { text, messageId } = await rehearsal.directs();
  const echo = 'process.stdin.pipe(process.stdout)';
  const child = rehearsal.runs(...own('listen', '--once', '--', process.execPath, '-e', echo));
  child.stdin.end();
  child.stdout.resume();
  child.stderr.resume();
  try {
    if (!(await rehearsal.reply(messageId)).includes(text)) throw new Failure('error', 'it answered something else');
    return 'a command got a message and its output was the reply';
  } finally {
    child.kill('SIGTERM');
  }
}

/** The receiver of a wake address has agreed to its own space only, so the server is asked what it knows. */
async function checkWakes(context: Context, report: DoctorReport): Promise<void> {
  const spaces = await ReachableSpaces.of(context);
  let isSet = false;
  for (const { spaceId, alias } of await spaces.list()) {
    const wake = await spaces
      .find(spaceId)
      .then(({ space }) => space.call('getWake', {}, { maxRetries: 0 }))
      // The key was checked before; most participants have none.
      .catch(() => undefined);
    if (!wake) continue;
    isSet = true;
    await report.check('wake', alias, async () => {
      if (wake.state === 'verified')
        return `the receiver has agreed${wake.answeredAt ? `, and last answered at ${wake.answeredAt}` : ''}`;
      throw new Failure(
        'error',
        `it is ${wake.state}${wake.lastError ? `: ${wake.lastError}` : ''}`,
        'set it again with `parley wake set URL`',
      );
    });
  }
  if (!isSet) report.unused('wake', 'spaces', 'no wake address is set; `parley wake set URL` sets one');
}
