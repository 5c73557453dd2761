import type { MessageType, MessageView, Space } from '@parley/sdk';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { act, type Verb } from '../command.ts';
import { duration, whole } from '../duration.ts';
import { exitCodes, Failure } from '../failures.ts';
import { examples } from '../help.ts';
import { assertImageFits, imageContent } from '../image.ts';
import { uninterrupted } from '../interruption.ts';
import { colours, wantsColours } from '../terminal/colours.ts';
import { bytes, content, sourceName } from '../terminal/content.ts';
import { harmlessText } from '../terminal/harmless.ts';
import { harmless } from '../watch/harmless.ts';
import type { WatchOptions } from '../watch/watch.ts';
import { textOf } from '../watch/wording.ts';

export function messageCommands(program: Command): void {
  const sending = program
    .command('send')
    .argument('[text...]', 'the message; standard input if not given')
    .description('send a message: text, HTML or an image')
    .addOption(new Option('-t, --type <type>', 'the type of the message').choices(['text', 'image', 'html']).default('text'))
    .option('-f, --from <file>', 'read the message from a file; - is standard input')
    .action(act(send));
  examples(
    sending,
    'parley send "Shall we begin?"',
    'git log --oneline -5 | parley send',
    'parley send -t image --from chart.png',
  );
  const reading = program
    .command('messages')
    .description('print the messages, oldest first')
    .option('--after <sequence>', 'only messages after this sequence number', whole)
    .option('--since <time>', 'only messages since this time, such as 10m (ago) or 2026-01-31T12:00:00Z', instant)
    .option('--last <number>', 'only this many of the newest messages', whole)
    .option('--wait <time>', 'if there are none, wait this long for the next one; at most 25s', duration)
    .action(act(messages));
  examples(reading, 'parley messages --last 10', 'parley messages --since 2h', 'parley messages --json --after 42 --wait 20s');
  const watching = program
    .command('watch')
    .description('print new events as they happen')
    .option('--since <time>', 'first print messages since this time, such as 10m (ago) or 2026-01-31T12:00:00Z', instant)
    .addOption(new Option('--all', 'first print all messages of the space').conflicts(['since', 'after']))
    .addOption(new Option('--after <sequence>', 'continue after this event').argParser(whole).conflicts('since'))
    .action(act(watch));
  examples(watching, 'parley watch', 'parley watch --since 1h', 'parley watch --json --after 42');
  program.command('chat').description('open a full-screen chat in the space').action(act(chat));
}

const send: Verb<{ type: MessageType; from?: string }, [words: string[]]> = async (context, { type, from }, words) => {
  const text = type === 'image' ? await image(words, from) : await content(words, from, 'to send an image, add `-t image`');
  if (!text) throw new Failure('usage', 'There is nothing to send', 'give the text, or use --from FILE');
  const place = await context.place();
  if (type === 'image') await assertImageFits(text, { baseUrl: place.baseUrl, signal: context.signal });
  const space = await context.open(place);
  const { messageId } = await space.send(text, { type });
  context.out.done({ messageId }, 'Sent');
};

/** Words are the URL of an image; a file or standard input is the image itself, or its URL. */
async function image(words: readonly string[], from: string | undefined): Promise<string | undefined> {
  const data = await bytes(words, from);
  return typeof data === 'string' || data === undefined ? data : imageContent(data, sourceName(from));
}

interface MessagesOptions {
  after?: number;
  since?: Date;
  last?: number;
  wait?: number;
}

const messages: Verb<MessagesOptions, []> = async (context, { after, since, last, wait }) => {
  const waitMs = wait === undefined ? undefined : wait * 1000;
  if (wait !== undefined && wait > 25)
    throw new Failure('usage', '--wait can be at most 25s', '`parley watch` has no time limit');
  const space = await context.space();
  const print = (message: MessageView) => context.out.item(message, () => printed(message));
  if (last === undefined) {
    for await (const message of space.history({ after, since, waitMs })) print(message);
    return;
  }
  for (const message of await newest(space, last, { after, since, waitMs })) print(message);
};

async function newest(space: Space, count: number, options: Parameters<Space['history']>[0]): Promise<MessageView[]> {
  let kept: MessageView[] = [];
  for await (const message of space.history(options)) {
    kept.push(message);
    if (kept.length > 2 * count + 1000) kept = kept.slice(-count);
  }
  return count === 0 ? [] : kept.slice(-count);
}

/** A heading, and the text below it, which can have many lines. The data of an image is only in the JSON. */
function printed(message: MessageView): string {
  const { sequence, timestamp, senderName, isOwner, type } = message;
  const { bold, dim } = colours(process.stdout);
  const marks = [isOwner ? 'owner' : '', type === 'text' ? '' : type].filter(Boolean).join(', ');
  const at = new Date(timestamp).toLocaleString('sv');
  return `${dim(`#${sequence} ${at}`)} ${bold(harmless(senderName))}${marks && dim(` (${marks})`)}\n${harmlessText(textOf(message))}`;
}

interface WatchChoices {
  after?: number;
  since?: Date;
  all?: boolean;
}

const watch: Verb<WatchChoices, []> = async (context, { after, since, all }) => {
  const { out, signal } = context;
  const space = await context.space();
  const start: Pick<WatchOptions, 'after' | 'since'> = all ? {} : since ? { since } : { after: after ?? 'now' };
  if (out.json) {
    for await (const event of space.events({ ...start, signal })) out.item(event, () => '');
    return;
  }
  if (process.stdout.isTTY) out.note('Waiting for events. Press Ctrl-C to stop. --since and --all also print earlier messages.');
  const { watch } = await import('../watch/watch.ts');
  const print = { write: (line: string) => out.line(line), note: (line: string) => out.note(line) };
  await watch(space, { ...start, colours: wantsColours(process.stdout), ...print, signal });
};

const chat: Verb<object, []> = async (context) => {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new Failure(
      'usage',
      '`parley chat` needs a terminal',
      'without one, use `parley send`, `parley messages` and `parley watch`',
    );
  }
  // The chat uses the whole screen: no spinner or note may draw on it. It must be able to release its locks after an interruption.
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

/** A date-time, or how long ago. */
function instant(text: string): Date {
  if (/^\d+(\.\d+)?[smhd]$/.test(text)) return new Date(Date.now() - duration(text) * 1000);
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new InvalidArgumentError('Give a time such as 10m or 2026-01-31T12:00:00Z.');
  return date;
}
