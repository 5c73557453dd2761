import type { Command } from 'commander';
import { caughtUp } from '../caught-up.ts';
import { act, type Verb } from '../command.ts';
import { whole } from '../duration.ts';
import { examples } from '../help.ts';
import { output } from '../terminal/streams.ts';

export function catchUpCommand(program: Command): void {
  const catching = program
    .command('catchup')
    .description('print what matters of what happened: what waits for you, decisions, changes, and messages, in few tokens')
    .option('--after <sequence>', 'only what happened after this event, as the last catch-up printed it', whole)
    .option('--budget <tokens>', 'tokens that the text may have, from 200 to 50,000 (default: 2000)', whole)
    .action(act(catchUp));
  examples(catching, 'parley catchup', 'parley catchup --after 42 --budget 500', 'parley catchup --json');
}

const catchUp: Verb<{ after?: number; budget?: number }, []> = async (context, { after, budget }) => {
  const space = await context.space();
  const place = { after, budget };
  // A pipe leads to a program or a model, which needs the ids and the boundaries.
  if (context.out.json || output.isTTY) {
    const caught = { ...(await space.catchUp(place)) };
    context.out.item(caught, () => caughtUp(caught));
  } else context.out.raw(await space.catchUpText(place));
};
