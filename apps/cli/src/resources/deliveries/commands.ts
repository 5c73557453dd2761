import { maxSequence } from '@parley/core';
import { envelope, type DeliveryView, type Space } from '@parley/sdk';
import type { Command } from 'commander';
import { act, type Verb } from '../../command.ts';
import { claimWithin, everyDelivery } from './deliveries.ts';
import { duration, leaseTime } from '../../duration.ts';
import { inWords } from '../../in-words.ts';
import { Failure } from '../../failure.ts';
import { message } from '../messages/kinds.ts';
import { examples } from '../../help.ts';
import { short, theOne } from '../../naming.ts';
import { content } from '../../input/content.ts';
import { localTime } from '../../local-time.ts';
import type { AboutMessages, MessageQuestion } from '../../question.ts';
import { messageText } from '../../terminal/message.ts';
import { notes } from '../../terminal/streams.ts';
import { harmless } from '../../watch/harmless.ts';
import { messageAt } from '../messages/named.ts';

const which = 'id, start of an id or number of its message, as `parley inbox list` shows them';
const lease = ['--lease <time>', 'how long you hold it, from 10s to 1h (default: 5m)', leaseTime] as const;

export function inboxCommands(program: Command, about: AboutMessages): void {
  const inbox: Command = program
    .command('inbox')
    .usage('[command]')
    .argument('[verb]')
    .action(act(listOr(() => inbox, about)))
    .description('list, claim and settle deliveries: messages that are directed to you, or that you directed');
  const listing = inbox
    .command('list')
    .description(
      'list what waits for you: deliveries that are open or held, and then all else; `parley inbox` alone does the same',
    )
    .option('--all', 'also those that have an outcome')
    .option('--sent', 'the deliveries of your own messages instead')
    .action(act(listWith(about)));
  examples(listing, 'parley inbox list', 'parley inbox list --sent --all');
  const claiming = inbox
    .command('claim')
    .description('claim the next delivery and print its message; exit code 3 if none is queued')
    .option(...lease)
    .option('--wait <time>', 'if none is queued, wait this long for one', duration)
    .option('--envelope', 'print the message as data for a program or a model, between random boundaries')
    .action(act(claimWith(about)));
  examples(claiming, 'parley inbox claim', 'parley inbox claim --json --wait 10m');
  const on = (name: string) => inbox.command(name).argument('<delivery>', which);
  const replying = on('reply')
    .argument('[text...]', 'the reply; standard input if not given')
    .description('reply to the message of a delivery, which settles it unless it asks for a decision')
    .option('-f, --from <file>', 'read the reply from a file; - is standard input')
    .action(act(replyWith(about)));
  examples(replying, 'parley inbox reply 1a2b3c4d "Looks good"');
  for (const parent of [inbox, program])
    parent
      .command('accept')
      .argument('<delivery>', which)
      .description('accept a delivery that is held for you: it is then queued')
      .action(act(accept));
  const note = ['[note...]', 'a note for the sender'] as const;
  on('acknowledge')
    .argument(...note)
    .description('settle a delivery that you claimed or that is held, without a reply')
    .action(act(settle('acknowledged')));
  on('decline')
    .argument(...note)
    .description('decline a delivery that you claimed or that is held')
    .action(act(settle('declined')));
  on('renew')
    .description('hold a delivery that you claimed for longer')
    .option(...lease)
    .action(act(renew));
  on('release').description('release a delivery that you claimed: it is queued again').action(act(release));
  inbox
    .command('withdraw')
    .argument('<delivery>', 'id, start of an id or number of its message, as `parley inbox list --sent` shows them')
    .description('withdraw a delivery of your own message, so that nobody works on it any more')
    .action(act(withdraw));
}

/** Lists; a verb that does not exist is refused as anywhere else. */
const listOr =
  (inbox: () => Command, about: AboutMessages): Verb<object, [verb?: string]> =>
  async (context, options, verb) => {
    if (verb === undefined) return listWith(about)(context, options);
    const verbs = inbox().commands.map((command) => command.name());
    const error = `error: unknown command '${verb}' (Did you mean one of ${verbs.join(', ')}?)`;
    inbox().error(error, { code: 'commander.unknownCommand' });
  };

const stateOf = ({ state, outcome }: DeliveryView): string => outcome ?? state;
const ageOf = ({ createdAt }: DeliveryView): string => inWords((Date.now() - Date.parse(createdAt)) / 1000);

/** Enough for what waits for one who has much to do. */
const tokens = 10_000;

const listWith =
  (about: AboutMessages): Verb<{ all?: boolean; sent?: boolean }, []> =>
  async (context, { all, sent }) => {
    const space = await context.space();
    // Before the deliveries: what one of these asks for is not listed elsewhere, so it must not have come later.
    const waiting = sent || context.out.json ? undefined : await waitingIn(space, about);
    const [deliveries, { participants }] = await Promise.all([
      everyDelivery(space, { role: sent ? 'sender' : 'addressee', state: all ? 'all' : 'pending' }),
      space.get(),
    ]);
    const names = new Map(participants.map(({ participantId, name, displayName = name }) => [participantId, displayName]));
    const named = (id: string) => names.get(id) ?? short(id);
    context.out.list(
      deliveries,
      {
        id: ({ deliveryId }) => short(deliveryId),
        message: ({ sequence }) => `#${sequence}`,
        [sent ? 'to' : 'from']: ({ participantId, senderId }) => named(sent ? participantId : senderId),
        expects: ({ expects }) => expects,
        state: stateOf,
        age: ageOf,
        note: ({ deliveryId, note }) => note ?? waiting?.asked.get(deliveryId) ?? '',
      },
      sent ? 'No deliveries of your messages' : 'Nothing is directed to you',
    );
    if (!waiting) return;
    const held = deliveries.filter(({ state }) => state === 'held').length;
    if (held > 0) context.out.note(`${held} held: \`parley accept <id>\` lets it in, \`parley inbox decline <id>\` declines it`);
    const applicants = participants.filter(({ status }) => status === 'waitingForApproval');
    const others = [
      ...applicants.map(({ name, displayName = name }) => harmless(`${displayName} asks to join: parley approve or parley kick`)),
      ...waiting.others,
    ];
    if (others.length > 0) context.out.note(['Also waits for you:', ...others.map((line) => `  ${line}`)].join('\n'));
  };

/** What deliveries ask for, by their ids, and what waits besides. */
async function waitingIn(space: Space, about: AboutMessages): Promise<{ asked: Map<string, string>; others: string[] }> {
  const { todo } = await space.catchUp({ after: maxSequence, budget: tokens });
  const { held: _, deliveries, ...rest } = todo;
  const asked = new Map<string, string>();
  const others: string[] = [];
  for (const { id, line } of about.waitingIn({ ...rest, deliveries: [] })) {
    const delivery = deliveries.find(({ message }) => id !== undefined && Object.values(message).includes(id));
    if (delivery) asked.set(delivery.deliveryId, line);
    else others.push(line);
  }
  return { asked, others };
}

async function questionAt(
  space: Space,
  { sequence, messageId }: DeliveryView,
  { questionIn }: AboutMessages,
): Promise<MessageQuestion | undefined> {
  const message = await messageAt(space, sequence);
  return message?.id === messageId ? questionIn(space, message) : undefined;
}

interface ClaimOptions {
  lease?: number;
  wait?: number;
  envelope?: boolean;
}

const claimWith =
  ({ questionIn }: AboutMessages): Verb<ClaimOptions, []> =>
  async (context, { lease, wait = 0, envelope: isEnclosed }) => {
    const space = await context.space();
    const claimed = await claimWithin(space, wait * 1000, lease);
    if (!claimed) throw new Failure('notFound', 'No delivery is queued for you');
    const { delivery, message } = claimed;
    const until = delivery.leaseExpiresAt ? `, yours until ${localTime(delivery.leaseExpiresAt)}` : '';
    const heading = `Delivery ${short(delivery.deliveryId)} (expects ${delivery.expects}${until})`;
    // Without a terminal, the data is the message alone.
    context.out.note(heading);
    const text = isEnclosed && envelope(message, space.spaceId);
    if (!text || context.out.json) context.out.item(claimed, () => messageText(message));
    else context.out.raw(text);
    const question = context.out.json ? undefined : await questionIn(space, message);
    if (question) context.out.styledNote(`\n${question.shownOn(notes)}\n\nTo answer: parley ${question.words}`);
  };

/** A delivery to the caller, or of the caller's messages, that has no outcome. */
async function deliveryNamed(space: Space, query: string, role: 'addressee' | 'sender' = 'addressee'): Promise<DeliveryView> {
  const pending = await everyDelivery(space, { role, state: 'pending' });
  return theOne('open delivery', pending, query, ({ deliveryId, sequence }) => ({
    id: deliveryId,
    sequence,
    label: `#${sequence}`,
  }));
}

const replyWith =
  (about: AboutMessages): Verb<{ from?: string }, [query: string, words: string[]]> =>
  async (context, { from }, query, words) => {
    const text = await content(context, message, { words, from });
    if (!text?.trim()) throw new Failure('usage', 'There is nothing to send', 'give the reply, or use --from FILE');
    const space = await context.space();
    const delivery = await deliveryNamed(space, query);
    const question = delivery.expects === 'answer' ? await questionAt(space, delivery, about) : undefined;
    const way = question && `\`parley ${question.words}\` answers it`;
    const answer = question?.answerIn(text);
    if (answer) throw new Failure('usage', `“${answer.what}” is an answer, and a reply does not give it`, way);
    const { messageId } = await space.send(text, { replyTo: delivery.messageId });
    context.out.done({ messageId }, way ? `Replied. That does not settle what is asked: ${way}` : 'Replied');
  };

const settle =
  (outcome: 'acknowledged' | 'declined'): Verb<object, [query: string, words: string[]]> =>
  async (context, _, query, words) => {
    const space = await context.space();
    const { deliveryId } = await deliveryNamed(space, query);
    const note = words.length > 0 ? { note: words.join(' ') } : {};
    context.out.done(
      await space.call('settleDelivery', { deliveryId, outcome, ...note }),
      outcome === 'declined' ? 'Declined' : 'Acknowledged',
    );
  };

const accept: Verb<object, [query: string]> = async (context, _, query) => {
  const space = await context.space();
  const { deliveryId } = await deliveryNamed(space, query);
  context.out.done(await space.accept(deliveryId), 'Accepted: it is queued for you');
};

const renew: Verb<{ lease?: number }, [query: string]> = async (context, { lease }, query) => {
  const space = await context.space();
  const { deliveryId } = await deliveryNamed(space, query);
  const renewed = await space.call('renewDelivery', { deliveryId, leaseSeconds: lease });
  context.out.done(renewed, `Yours until ${localTime(renewed.leaseExpiresAt!)}`);
};

const release: Verb<object, [query: string]> = async (context, _, query) => {
  const space = await context.space();
  const { deliveryId } = await deliveryNamed(space, query);
  const released = await space.call('releaseDelivery', { deliveryId });
  context.out.done(released, released.state === 'done' ? 'Released after the last attempt: it has failed' : 'Released');
};

const withdraw: Verb<object, [query: string]> = async (context, _, query) => {
  const space = await context.space();
  const { deliveryId } = await deliveryNamed(space, query, 'sender');
  context.out.done(await space.withdraw(deliveryId), 'Withdrawn: nobody can claim it any more; the message stays');
};
