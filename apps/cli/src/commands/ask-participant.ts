import { TimeoutError, type MessageType, type Space } from '@parley/sdk';
import type { Command } from 'commander';
import { addressees } from '../addressees.ts';
import { act, type Verb } from '../command.ts';
import type { Context, Place } from '../context.ts';
import { duration, inWords } from '../duration.ts';
import { Failure } from '../failures.ts';
import { examples } from '../help.ts';
import { content } from '../terminal/content.ts';
import { harmlessText } from '../terminal/harmless.ts';
import { whileWaiting } from '../terminal/spinner.ts';
import { textOf } from '../watch/wording.ts';

const defaultWait = 300;

export function askParticipantCommand(program: Command): void {
  const command = program
    .command('ask-participant')
    .argument('<participant>', 'name, id or start of an id')
    .argument('[text...]', 'the question; standard input if not given')
    .description('direct a message to a participant, wait for the reply and print it')
    .option('-f, --from <file>', 'read the question from a file; - is standard input')
    .option('--wait <time>', 'how long to wait for the reply (default: 5m)', duration)
    .action(act(askParticipant));
  examples(command, 'parley ask-participant Gus "Can you review the plan?"', 'git diff | parley ask-participant Gus --wait 30m');
}

const askParticipant: Verb<{ from?: string; wait?: number }, [query: string, words: string[]]> = async (
  context,
  { from, wait = defaultWait },
  query,
  words,
) => {
  const text = await content(words, from);
  if (!text) throw new Failure('usage', 'There is no question', 'give the text, or use --from FILE');
  await askAndPrint(context, await context.place(), query, text, { wait });
};

/** Sends a message to a participant and prints the reply. A lost connection does not end the wait. */
export async function askAndPrint(
  context: Context,
  place: Place,
  query: string,
  text: string,
  { type = 'text', wait }: { type?: MessageType; wait: number },
): Promise<void> {
  const { out, signal } = context;
  const space = await context.open(place, { fetch, hooks: { warn: (warning) => out.note(warning) } });
  const { participantId, name } = await addressee(space, query);
  const asking = space.ask(participantId, text, { type, timeoutMs: wait * 1000, signal });
  const reply = await whileWaiting(`Waiting for ${name}`, asking).catch((error: unknown) => {
    if (!(error instanceof TimeoutError)) throw error;
    const hint = 'it can still come; `parley inbox list --sent --all` shows the state of the delivery';
    throw new Failure('error', `No reply from ${name} within ${inWords(wait)}`, hint, error.code);
  });
  out.item(reply, () => harmlessText(textOf(reply)));
}

async function addressee(space: Space, query: string) {
  const [found] = addressees((await space.get()).participants, [query], space.participantId);
  return found!;
}
