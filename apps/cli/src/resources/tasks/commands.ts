import type { Command } from 'commander';
import { act, collected } from '../../command.ts';
import { leaseTime } from '../../duration.ts';
import { examples } from '../../help.ts';
import { board } from './board.ts';
import { show } from './show.ts';
import { erasing } from '../messages/erasing.ts';
import { cancel, claim, create, giveBack, redact, release, renew, submit, verify } from './steps.ts';
import { number } from '../artifacts/change-options.ts';

const which = 'title, id or start of an id, as `parley tasks` shows them';
const lease = ['--lease <time>', 'how long you hold it, from 10s to 1h (default: 5m)', leaseTime] as const;

export function taskCommands(program: Command): void {
  const listing = program
    .command('tasks')
    .description('show the tasks that have not ended, by state')
    .option('--all', 'also those that were verified or cancelled')
    .option('--mine', 'only those that you created or work on, or that are meant for you')
    .action(act(board));
  examples(listing, 'parley tasks', 'parley tasks --mine --all --json');
  const task = program
    .command('task')
    .description('create, claim, submit and verify tasks: work that one participant at a time does');
  const on = (name: string) => task.command(name).argument('<task>', which);
  const creating = task
    .command('create')
    .argument('<title>', 'what to do, in one line')
    .description('create a task')
    .option('--text <text>', 'details, as Markdown')
    .option('-f, --from <file>', 'read the details from a file; - is standard input')
    .option('--artifact <artifact>', 'the artifact that it is about (name, id or start of an id)')
    .option('--for <participant>', 'tell this participant (name, id or start of an id); can be repeated', collected)
    .action(act(create));
  examples(creating, 'parley task create "Check the dates" --artifact Plan --for Bob');
  on('show').description('show a task with its details').action(act(show));
  on('claim')
    .description('claim an open task and print it: nobody else can work on it while you hold it')
    .option(...lease)
    .action(act(claim));
  on('renew')
    .description('hold a task that you work on for longer, or continue with one that was returned')
    .option(...lease)
    .action(act(renew));
  on('release').description('release a task that you work on, so that others can claim it').action(act(release));
  const submitting = on('submit')
    .description('submit a task that you work on, with what shows that it is done')
    .option('--note <text>', 'a text of at most 500 characters')
    .option('--artifact <artifact>', 'an artifact (name, id or start of an id)')
    .option('--at <version>', 'its version (default: the present one)', number)
    .option('--message <message>', 'a message: id or sequence number')
    .action(act(submit));
  examples(submitting, 'parley task submit 1a2b3c4d --artifact Plan', 'parley task submit 1a2b3c4d --note "All tests pass"');
  on('verify').description('verify a submitted task, which ends it (its creator or the owner)').action(act(verify));
  on('return')
    .argument('<note...>', 'what is missing')
    .description('return a submitted task to who submitted it (its creator or the owner)')
    .action(act(giveBack));
  const redacting = erasing(on('redact'))
    .description('erase the title, text and notes of a task for everyone, for good (its creator or the owner)')
    .action(act(redact));
  examples(redacting, 'parley task redact 1a2b3c4d --reason "It contained a password"');
  on('cancel').description('cancel a task, which ends it (its creator or the owner)').action(act(cancel));
}
