import { Option, type Command } from 'commander';
import { act, collected } from '../../command.ts';
import { whole, within } from '../../duration.ts';
import { examples } from '../../help.ts';
import { number, which } from '../artifacts/change-options.ts';
import { erasing } from '../messages/erasing.ts';
import { add, list, redact, reopen, reply, resolve } from './verbs.ts';

const named = 'id, start of an id or number, as `parley comments` shows them';
const whom = ['--to <participant>', 'tell this participant (name, id or start of an id); can be repeated', collected] as const;
const occurrence = within(1, 10_000, whole, 'a number from 1');

export function commentCommands(program: Command): void {
  const listing = program
    .command('comments')
    .argument('<artifact>', which)
    .description('show the open comments on an artifact, with their replies and where their passages are')
    .option('--all', 'also those that are resolved')
    .action(act(list));
  examples(listing, 'parley comments Plan', 'parley comments Plan --all --json');
  const comment = program.command('comment').description('comment on passages of artifacts, reply, resolve, reopen and erase');
  const on = (name: string) => comment.command(name).argument('<artifact>', which);
  const expects = () =>
    new Option('--expects <what>', 'what you expect of them (default: reply)').choices(['reply', 'ack', 'nothing']);
  const adding = on('add')
    .argument('<text...>', 'what you say about the passage, as Markdown')
    .description('comment on a passage of an artifact; the comment follows it from version to version')
    .requiredOption('--quote <passage>', 'the passage, exactly as the text has it, at most 500 characters')
    .option('--occurrence <number>', 'which one, if the text has the passage more than once (default: the first)', occurrence)
    .option('--at <version>', 'the version that has the passage (default: the present one)', number)
    .option(...whom)
    .addOption(expects())
    .action(act(add));
  examples(
    adding,
    'parley comment add Plan --quote "on Monday" "Which Monday?"',
    'parley comment add Plan --quote "on Monday" --to Bob "Can you do that?"',
  );
  const replying = on('reply')
    .argument('<comment>', named)
    .argument('<text...>', 'what you say')
    .description('reply to a comment, which settles what it asks you')
    .option(...whom)
    .addOption(expects())
    .action(act(reply));
  examples(replying, 'parley comment reply Plan 1a2b3c4d "The first one"');
  on('resolve')
    .argument('<comment>', named)
    .description('resolve a comment with its replies (its author, the creator of the artifact or the owner)')
    .action(act(resolve));
  on('reopen').argument('<comment>', named).description('open a resolved comment again, with its replies').action(act(reopen));
  const redacting = erasing(on('redact').argument('<comment>', named))
    .description('erase the text of a comment and its quote for everyone, for good (its author or the owner)')
    .action(act(redact));
  examples(redacting, 'parley comment redact Plan 1a2b3c4d --reason "It contained a password"');
}
