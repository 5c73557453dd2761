import { Option, type Command } from 'commander';
import { act, collected } from '../../command.ts';
import { duration, within } from '../../duration.ts';
import { examples } from '../../help.ts';
import { number } from '../artifacts/change-options.ts';
import { answer } from './answer.ts';
import { decide } from './decide.ts';
import { erasing } from '../messages/erasing.ts';
import { close, redact, withdraw } from './end.ts';
import { list } from './list.ts';
import { wait } from './outcome.ts';
import { show } from './show.ts';

const which = 'title, id, start of an id or number, as `parley decisions` shows them';
const mostSeconds = 30 * 24 * 3_600;

export function decisionCommands(program: Command): void {
  const deciding = program
    .command('decide')
    .argument('<title>', 'the question, in one line')
    .description('ask for a decision: a question with options that participants answer')
    .option('--text <text>', 'details, as Markdown; - is standard input')
    .option('--option <id=label>', 'an option; can be repeated (default: approve and reject)', collected)
    .option(
      '--voters <who>',
      'all, humans (verified), owner, or a participant (name, id or start of an id), which can be repeated (default: owner)',
      collected,
    )
    .addOption(new Option('--rule <rule>', 'what decides (default: first)').choices(['first', 'all', 'majority', 'no-objection']))
    .option('--artifact <artifact>', 'the text that is to be approved: NAME, or NAME@VERSION (default: the present version)')
    .option('--secret', 'nobody sees the answers of others before it ends')
    .option(
      '--for <time>',
      'when it ends, from 1m to 30d (default: with the space)',
      within(60, mostSeconds, duration, 'a time from 1m to 30d'),
    )
    .option('--fallback <option>', 'the option that is decided at the end of its time, if nothing else is (owner only)')
    .option('--wait', 'wait for the outcome and print it; exit code 7 if it has none')
    .action(act(decide));
  examples(
    deciding,
    'parley decide "Shall we publish?" --voters humans --wait',
    'parley decide "Which day?" --option mon=Monday --option tue=Tuesday --voters all --rule majority --for 2h',
    'parley decide "Send the plan?" --artifact Plan@1 --for 2h',
  );
  const answering = program
    .command('answer')
    .argument('[decision]', `${which} (default: the only one that waits for you)`)
    .argument('[option]', 'its number, id or label; at a terminal you are asked if it is not given')
    .description('answer a decision; you can change the answer while it is open')
    .option('--reason <text>', 'why')
    .option('--at <version>', 'the version of the artifact that you have read; needed where the text cannot be shown', number)
    .action(act(answer));
  examples(answering, 'parley answer', 'parley answer 1a2b3c4d approve --reason "All dates are right"');
  const listing = program
    .command('decisions')
    .description('list the decisions that are open')
    .option('--all', 'also those that have ended')
    .option('--mine', 'only those that you opened or were asked')
    .action(act(list));
  examples(listing, 'parley decisions', 'parley decisions --mine --all --json');
  const decision = program.command('decision').description('show, await, withdraw and close decisions');
  const on = (name: string) => decision.command(name).argument('<decision>', which);
  on('show')
    .description('show a decision with its options, and with the answers and their reasons')
    .option('--markdown', 'as a record to be filed, with the digest of the text')
    .action(act(show));
  on('wait').description('wait for the outcome and print it; exit code 7 if it has none').action(act(wait));
  on('withdraw')
    .description('withdraw a decision, which ends it without an outcome (who opened it, or the owner)')
    .action(act(withdraw));
  const redacting = erasing(on('redact'))
    .option('--answer-of <participant>', 'erase the reason of this voter instead of the question (name, id or start of an id)')
    .description('erase the title, text and options of a decision for everyone, for good (who opened it, or the owner)')
    .action(act(redact));
  examples(redacting, 'parley decision redact 1a2b3c4d', 'parley decision redact 1a2b3c4d --answer-of Gus');
  on('close')
    .description('close a decision: its rule applies to the answers that are there (owner only)')
    .option('--statement <text>', 'what you say about it')
    .action(act(close));
}
