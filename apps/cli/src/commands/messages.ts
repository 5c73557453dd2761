import type { MessageType, MessageView, Space } from '@parley/sdk';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { act, type Verb } from '../command.ts';
import { duration, whole } from '../duration.ts';
import { exitCodes, Failure } from '../failures.ts';
import { uninterrupted } from '../interruption.ts';
import { colours, wantsColours } from '../terminal/colours.ts';
import { content } from '../terminal/content.ts';
import { harmlessText } from '../terminal/harmless.ts';
import { harmless } from '../watch/harmless.ts';

export function messageCommands(program: Command): void {
  program
    .command('send [text...]')
    .description('send a message: its text, a file, or standard input')
    .addOption(new Option('-t, --type <type>', 'what the text is').choices(['text', 'image', 'html']).default('text'))
    .option('-f, --from <file>', 'take the text from a file; - is standard input')
    .action(act(send));
  program
    .command('messages')
    .description('print the messages, oldest first')
    .option('--after <sequence>', 'only those after this place', whole)
    .option('--since <date-time>', 'only those after this instant', instant)
    .option('--last <number>', 'only so many of the newest', whole)
    .option('--wait <time>', 'wait so long for the first one, at most 25s', duration)
    .action(act(messages));
  program
    .command('watch')
    .description('print what happens, as it happens')
    .option('--after <place>', 'begin after this place in the log, or with what comes “now”', place)
    .action(act(watch));
  program.command('chat').description('talk, on the whole screen').action(act(chat));
}

const send: Verb<{ type: MessageType; from?: string }, [words: string[]]> = async (context, { type, from }, words) => {
  const text = await content(words, from);
  if (!text) throw new Failure('usage', 'There is nothing to send', 'say it, or say --from file');
  const space = await context.space();
  const { messageId } = await space.send(text, { type });
  context.out.done({ messageId }, 'Sent');
};

interface MessagesOptions {
  after?: number;
  since?: Date;
  last?: number;
  wait?: number;
}

const messages: Verb<MessagesOptions, []> = async (context, { after, since, last, wait }) => {
  if (wait !== undefined && wait > 25) throw new Failure('usage', '--wait is at most 25s', '`parley watch` waits without end');
  const space = await context.space();
  const print = (message: MessageView) => context.out.item(message, () => printed(message));
  if (last === undefined) {
    for await (const message of space.history({ after, since, wait })) print(message);
    return;
  }
  for (const message of await newest(space, last, { after, since, wait })) print(message);
};

async function newest(space: Space, count: number, options: Parameters<Space['history']>[0]): Promise<MessageView[]> {
  let kept: MessageView[] = [];
  for await (const message of space.history(options)) {
    kept.push(message);
    if (kept.length > 2 * count + 1000) kept = kept.slice(-count);
  }
  return count === 0 ? [] : kept.slice(-count);
}

/** A head and the text under it, as the text may have many lines. */
function printed({ sequence, timestamp, senderName, isOwner, type, content }: MessageView): string {
  const { bold, dim } = colours(process.stdout);
  const marks = [isOwner ? 'owner' : '', type === 'text' ? '' : type].filter(Boolean).join(', ');
  const at = new Date(timestamp).toLocaleString('sv');
  return `${dim(`#${sequence} ${at}`)} ${bold(harmless(senderName))}${marks && dim(` (${marks})`)}\n${harmlessText(content)}`;
}

const watch: Verb<{ after?: number | 'now' }, []> = async (context, { after }) => {
  const { out, signal } = context;
  const space = await context.space();
  if (out.json) {
    for await (const event of space.events({ after, signal })) out.item(event, () => '');
    return;
  }
  const { watch } = await import('../watch/watch.ts');
  const where = after === undefined ? {} : { after };
  const hands = { write: (line: string) => out.line(line), note: (line: string) => out.note(line) };
  await watch(space, { ...where, colours: wantsColours(process.stdout), ...hands, signal });
};

const chat: Verb<object, []> = async (context) => {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new Failure('usage', '`parley chat` needs a terminal', '`parley send`, `parley messages` and `parley watch` do not');
  }
  // The whole screen is the chat's: neither spinner nor note may draw on it. What it holds is given back after an interruption, too.
  const place = await context.place();
  const space = await context.open(place, { ...uninterrupted, fetch, hooks: { warn: () => {} } });
  const { chat } = await import('../chat/chat.ts');
  const { stdin: input, stdout: output } = process;
  const me = space.participantId;
  const { isOut, hasLeft } = await chat(space, {
    ...(me && { me }),
    colours: wantsColours(output),
    input,
    output,
    folder: context.folder,
    signal: context.signal,
  });
  if (hasLeft && place.kept) await context.spaces.forget(place.kept);
  if (isOut) process.exitCode = exitCodes.keyNeeded;
};

function place(text: string): number | 'now' {
  return text === 'now' ? text : whole(text);
}

function instant(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new InvalidArgumentError('A date-time is meant, as 2026-01-31T12:00:00Z.');
  return date;
}
