import { TimeoutError, type MessageType, type ParticipantView, type Space } from '@parley/sdk';
import type { Command } from 'commander';
import { addressees } from '../participants/addressees.ts';
import { act, type Verb } from '../../command.ts';
import type { Context, Place } from '../../context.ts';
import { duration } from '../../duration.ts';
import { inWords } from '../../in-words.ts';
import { Failure } from '../../failure.ts';
import { message } from './kinds.ts';
import { fetch } from '../../fetch.ts';
import { examples } from '../../help.ts';
import { uninterrupted } from '../../interruption.ts';
import { content } from '../../input/content.ts';
import { harmlessText } from '../../terminal/harmless.ts';
import { whileWaiting } from '../../terminal/spinner.ts';
import { textOf } from '../../watch/wording.ts';

const defaultWait = 300;

export const keepOption = [
  '--keep',
  'leave the question open when the wait ends without a reply; otherwise it is withdrawn',
] as const;

export function askParticipantCommand(program: Command): void {
  const command = program
    .command('ask-participant')
    .argument('<participant>', 'name, id or start of an id')
    .argument('[text...]', 'the question; standard input if not given')
    .description('direct a message to a participant, wait for the reply and print it')
    .option('-f, --from <file>', 'read the question from a file; - is standard input')
    .option('--wait <time>', 'how long to wait for the reply (default: 5m)', duration)
    .option(...keepOption)
    .action(act(askParticipant));
  examples(command, 'parley ask-participant Gus "Can you review the plan?"', 'git diff | parley ask-participant Gus --wait 30m');
}

const askParticipant: Verb<{ from?: string; wait?: number; keep?: boolean }, [query: string, words: string[]]> = async (
  context,
  { from, wait = defaultWait, keep },
  query,
  words,
) => {
  const text = await content(context, message, { words, from });
  if (!text?.trim()) throw new Failure('usage', 'There is no question', 'give the text, or use --from FILE');
  await askAndPrint(context, await context.place(), query, text, { wait, keep });
};

interface Asking {
  type?: MessageType;
  wait: number;
  keep?: boolean | undefined;
}

/** Sends a message to a participant and prints the reply. A lost connection does not end the wait. */
export async function askAndPrint(
  context: Context,
  place: Place,
  query: string,
  text: string,
  { type = 'text', wait, keep = false }: Asking,
): Promise<void> {
  const { out, signal } = context;
  // After Ctrl-C the question must still be withdrawn.
  const space = await context.open(place, { ...uninterrupted, fetch, hooks: { warn: (warning) => out.note(warning) } });
  const addressee = await addresseeIn(space, query);
  const { participantId, name } = addressee;
  const absence = absenceOf(addressee);
  if (absence && !out.json) out.note(`${absence} Waiting for up to ${inWords(wait)}.`);
  const asking = space.ask(participantId, text, { type, timeoutMs: wait * 1000, signal, withdraw: !keep });
  const reply = await whileWaiting(`Waiting for ${name}`, asking).catch((error: unknown) => {
    if (!(error instanceof TimeoutError)) throw error;
    const hint = keep
      ? 'it can still come; `parley inbox list --sent --all` shows the state of the delivery'
      : 'the question was withdrawn if the server could be reached; --keep leaves it open';
    throw new Failure('error', `No reply from ${name} within ${inWords(wait)}`, hint, error.code);
  });
  out.item(reply, () => harmlessText(textOf(reply)));
}

async function addresseeIn(space: Space, query: string): Promise<ParticipantView> {
  const [found] = addressees((await space.get()).participants, [query], space.participantId);
  return found!;
}

/** Why the reply of a participant may take long; empty if the participant is live, or if the server does not say. */
function absenceOf({ name, reach, lastSeenAt }: ParticipantView): string {
  if (reach !== 'away' && reach !== 'wakeable') return '';
  const at = lastSeenAt === undefined ? undefined : new Date(lastSeenAt);
  const since = at ? ` since ${at.toLocaleString('sv').slice(at.toDateString() === new Date().toDateString() ? 11 : 0, 16)}` : '';
  return `${name} is away${since}${reach === 'wakeable' ? ', but is being woken' : ''}.`;
}
