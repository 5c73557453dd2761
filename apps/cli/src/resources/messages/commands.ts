import type { DeliveryReceipt, Expects, MessageType, MessageView, Space } from '@parley/sdk';
import { Option, type Command } from 'commander';
import { access } from 'node:fs/promises';
import { addressees } from '../participants/addressees.ts';
import { act, collected, type Verb } from '../../command.ts';
import type { Context } from '../../context.ts';
import { duration, instant, whole } from '../../duration.ts';
import { fileNamed } from '../files/named.ts';
import { put } from '../files/put.ts';
import { Failure } from '../../failure.ts';
import { folded } from '../../folded.ts';
import { examples } from '../../help.ts';
import { assertImageFits, imageContent } from './image.ts';
import * as kinds from './kinds.ts';
import { messageIdOf } from './named.ts';
import { short } from '../../naming.ts';
import { Passage } from './passage.ts';
import type { AboutMessages } from '../../question.ts';
import { presentName } from '../../present-name.ts';
import { correct } from './correct.ts';
import { erasing } from './erasing.ts';
import { redact } from './redact.ts';
import { colours, wantsColours } from '../../terminal/colours.ts';
import { bytes, content, sourceName, type GivenContent } from '../../input/content.ts';
import { messageText, type Direction } from '../../terminal/message.ts';
import { output } from '../../terminal/streams.ts';
import type { WatchOptions } from '../../watch/watch.ts';
import { askAndPrint, keepOption } from './ask-participant.ts';

export function messageCommands(program: Command, about: AboutMessages): void {
  const sending = program
    .command('send')
    .argument('[text...]', 'the message; standard input if not given')
    .description('send a message: text, HTML or an image')
    .addOption(new Option('-t, --type <type>', 'the type of the message').choices(['text', 'image', 'html']).default('text'))
    .option('-f, --from <file>', 'read the message from a file; - is standard input')
    .option('--to <participant>', 'direct it to this participant (name, id or start of an id); can be repeated', collected)
    .addOption(
      new Option('--expect <what>', 'what they are expected to do (default: reply)').choices(['reply', 'ack', 'nothing']),
    )
    .option('--reply-to <message>', 'the message that it replies to: id or sequence number; settles your delivery of it')
    .option(
      '--attach <file>',
      'upload this file (- is standard input), or name one of the space, and attach it; can be repeated',
      collected,
    )
    .option('--wait <time>', 'wait this long for the reply of the addressee, and print it', duration)
    .option(...keepOption)
    .action(act(send));
  examples(
    sending,
    'parley send "Shall we begin?"',
    'git log --oneline -5 | parley send',
    'parley send -t image --from chart.png',
    'parley send --to Gus --expect ack "The build is done"',
    'parley send --attach build.log "The build failed"',
    'parley send --to Gus --wait 5m "Can you review the plan?"',
  );
  const reading = program
    .command('messages')
    .description('print the messages, oldest first')
    .option('--after <sequence>', 'only messages after this sequence number', whole)
    .option('--since <time>', 'only messages since this time, such as 10m (ago) or 2026-01-31T12:00:00Z', instant)
    .option('--last <number>', 'only this many of the newest messages', whole)
    .option('--wait <time>', 'if there are none, wait this long for the next one; at most 25s', duration)
    .option('--full', 'at a terminal, do not fold long messages')
    .action(act(messages));
  examples(reading, 'parley messages --last 10', 'parley messages --since 2h', 'parley messages --json --after 42 --wait 20s');
  const correcting = program
    .command('correct')
    .argument('<message>', 'id or sequence number')
    .argument('[text...]', 'the text that is right; standard input if not given')
    .description('correct a message of yours, at most 24 hours later, unless it is directed')
    .option('-f, --from <file>', 'read the text from a file; - is standard input')
    .action(act(correct));
  examples(correcting, 'parley correct 42 "Shall we begin at noon?"', 'parley correct 42 --from message.md');
  const redacting = erasing(program.command('redact'))
    .argument('<message>', 'id or sequence number')
    .description('erase the text of a message of yours for everyone, for good; the owner can erase any')
    .action(act(redact));
  examples(redacting, 'parley redact 42', 'parley redact 42 --reason "It contained a password"');
  const watching = program
    .command('watch')
    .description('print new events as they happen')
    .option('--since <time>', 'first print messages since this time, such as 10m (ago) or 2026-01-31T12:00:00Z', instant)
    .addOption(new Option('--all', 'first print all messages of the space').conflicts(['since', 'after']))
    .addOption(new Option('--after <sequence>', 'continue after this event').argParser(whole).conflicts('since'))
    .action(act(watchWith(about)));
  examples(watching, 'parley watch', 'parley watch --since 1h', 'parley watch --json --after 42');
}

interface SendOptions {
  type: MessageType;
  from?: string;
  to?: string[];
  expect?: Expects;
  replyTo?: string;
  attach?: string[];
  wait?: number;
  keep?: boolean;
}

const send: Verb<SendOptions, [words: string[]]> = async (context, options, words) => {
  const { type, from, to, expect, replyTo, attach, wait, keep } = options;
  if (expect && !to) throw new Failure('usage', '--expect needs an addressee', 'add --to NAME');
  if (wait !== undefined && (to?.length !== 1 || (expect ?? 'reply') !== 'reply' || replyTo !== undefined)) {
    throw new Failure('usage', '--wait needs one addressee who is expected to reply', 'use one --to, without --reply-to');
  }
  if (attach && wait !== undefined)
    throw new Failure('usage', '--wait cannot be combined with --attach', 'attach with a message before');
  if (keep && wait === undefined) throw new Failure('usage', '--keep needs a wait', 'add --wait TIME');
  if (attach?.includes('-') && (from === '-' || words.length === 0))
    throw new Failure('usage', 'Standard input is the attachment', 'give the text as words, or use --from FILE');
  const given = { words, from, ...(type !== 'image' && { hint: 'to send an image, add `-t image`' }) };
  const text = type === 'image' ? await image(context, given) : await content(context, kinds.message, given);
  if (!text?.trim()) throw new Failure('usage', 'There is nothing to send', 'give the text, or use --from FILE');
  const place = await context.place();
  if (type === 'image') await assertImageFits(context, text);
  if (wait !== undefined) return askAndPrint(context, place, to![0]!, text, { type, wait, keep });
  const space = await context.open(place);
  const view = to && (await space.get());
  const people = view && addressees(view.participants, to, place.participantId);
  const { messageId, deliveries } = await space.send(text, {
    type,
    to: people?.map(({ participantId }) => participantId),
    expects: expect,
    replyTo: replyTo && (await messageIdOf(space, replyTo)),
    attachments: attach && (await attached(context, space, attach)),
  });
  const name = context.out.json ? undefined : (view?.name ?? (await presentName(space, place)));
  const got = people?.map(({ name }, i) => name + received(deliveries?.[i]));
  context.out.done({ messageId, deliveries }, sentTo(got?.join(', '), name));
};

/** The ids of files: those of this machine are uploaded, others are already in the space. */
async function attached(context: Context, space: Space, names: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    const isHere =
      name === '-' ||
      (await access(name).then(
        () => true,
        () => false,
      ));
    const { fileId } = isHere ? await put(context, space, name) : await fileNamed(space, name);
    ids.push(fileId);
  }
  return ids;
}

/** What the addressee lets come of it, if that is not the usual. */
function received(receipt: DeliveryReceipt | undefined): string {
  if (receipt?.outcome === 'refused') return ' (refused: they accept no messages from you)';
  return receipt?.state === 'held' ? ' (held until they accept it)' : '';
}

/** Names the space, because another terminal can have changed the current one. */
const sentTo = (people: string | undefined, space = ''): string =>
  people === undefined ? `Sent to ${space}` : `Sent to ${people} in ${space}`;

/** Words are the URL of an image; a file or standard input is the image itself, or its URL. */
async function image(context: Context, given: GivenContent): Promise<string | undefined> {
  const data = await bytes(context, kinds.image, given);
  return typeof data === 'string' || data === undefined ? data : imageContent(data, sourceName(given.from));
}

interface MessagesOptions {
  after?: number;
  since?: Date;
  last?: number;
  wait?: number;
  full?: boolean;
}

const messages: Verb<MessagesOptions, []> = async (context, { after, since, last, wait, full }) => {
  const waitMs = wait === undefined ? undefined : wait * 1000;
  if (wait !== undefined && wait > 25)
    throw new Failure('usage', '--wait can be at most 25s', '`parley watch` has no time limit');
  const place = await context.place();
  const space = await context.open(place);
  const namesOf = addresseeNames(space);
  const numbers = new Map<string, number>();
  const mark = place.kept && (await context.spaces.marks.of(place.spaceId));
  const passage = new Passage(space, mark?.sequence ?? 0, since ? undefined : (after ?? 0));
  const print = async (message: MessageView) => {
    const to = context.out.json ? [] : await namesOf(message);
    context.out.item(message, () => shownMessage(message, { to, replyTo: replyIn(message, numbers) }, full));
    if (place.kept) await passage.show(message);
  };
  const history = numbered(space.history({ after, since, waitMs }), numbers);
  try {
    for await (const message of last === undefined ? history : await newest(history, last, passage)) await print(message);
  } finally {
    const { readTo } = passage;
    if (place.kept && readTo !== undefined) await context.spaces.marks.move(place.spaceId, { sequence: readTo });
  }
};

/** At a terminal, a long message is folded; what reads a pipe gets all of it. */
function shownMessage(message: MessageView, direction: Direction, isFull = false): string {
  const { isTTY, columns } = output;
  if (isFull || !isTTY || message.type === 'image') return messageText(message, direction);
  const { text, hidden } = folded(message.content, columns || 80);
  const rest = hidden > 0 ? `\n${colours(output).dim(`… ${hidden} more lines; --full prints them`)}` : '';
  return messageText({ ...message, content: text }, direction) + rest;
}

/** Notes the number of each message; a reply comes after the message that it belongs to. */
async function* numbered(history: AsyncIterable<MessageView>, numbers: Map<string, number>): AsyncGenerator<MessageView> {
  for await (const message of history) {
    numbers.set(message.id, message.sequence);
    yield message;
  }
}

function replyIn({ replyTo }: MessageView, numbers: ReadonlyMap<string, number>): string | undefined {
  if (replyTo === undefined) return undefined;
  const number = numbers.get(replyTo);
  return number === undefined ? short(replyTo) : `#${number}`;
}

/** Reads the participants once, when the first directed message needs them. */
function addresseeNames(space: Space): (message: MessageView) => Promise<string[]> {
  let reading: Promise<Map<string, string>> | undefined;
  const read = async () =>
    new Map((await space.get()).participants.map(({ participantId, name, displayName = name }) => [participantId, displayName]));
  return async ({ to }) => {
    if (!to) return [];
    const names = await (reading ??= read());
    return to.map((id) => names.get(id) ?? short(id));
  };
}

async function newest(history: AsyncIterable<MessageView>, count: number, passage: Passage): Promise<MessageView[]> {
  const kept: MessageView[] = [];
  const shorten = () => {
    for (const message of kept.splice(0, kept.length - count)) passage.leaveOut(message);
  };
  for await (const message of history) {
    kept.push(message);
    if (kept.length > 2 * count + 1000) shorten();
  }
  if (kept.length > count) shorten();
  return kept;
}

interface WatchChoices {
  after?: number;
  since?: Date;
  all?: boolean;
}

const watchWith =
  ({ commandAbout }: AboutMessages): Verb<WatchChoices, []> =>
  async (context, { after, since, all }) => {
    const { out, signal } = context;
    const space = await context.space();
    const start: Pick<WatchOptions, 'after' | 'since'> = all ? {} : since ? { since } : { after: after ?? 'now' };
    if (out.json) {
      for await (const event of space.events({ ...start, signal })) out.item(event, () => '');
      return;
    }
    if (output.isTTY) out.note('Waiting for events. Press Ctrl-C to stop. --since and --all also print earlier messages.');
    const { watch } = await import('../../watch/watch.ts');
    const print = { write: (line: string) => out.line(line), note: (line: string) => out.note(line) };
    await watch(space, { ...start, colours: wantsColours(output), ...print, commandAbout, signal });
  };
