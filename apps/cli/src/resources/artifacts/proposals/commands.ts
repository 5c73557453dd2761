import { Option, type Command } from 'commander';
import { accept, reject, withdraw } from './decide.ts';
import { list, show } from './proposals.ts';
import { propose } from './propose.ts';
import { act, formerly } from '../../../command.ts';
import { whole, within } from '../../../duration.ts';
import { examples } from '../../../help.ts';
import { changeOptions, from, number, which } from '../change-options.ts';

const positions = (text: string): number[] => text.split(',').map(within(1, 10_000, whole, 'positions of changes, from 1'));

const whichProposal = 'id or start of an id, as `parley artifact proposals` lists it';

/** Adds the commands about proposals to those about artifacts. */
export function proposalCommands(artifact: Command): void {
  const on = (name: string) => artifact.command(name).argument('<artifact>', which);
  const about = (name: string) => on(name).argument('<proposal>', whichProposal);
  const proposing = changeOptions(
    on('propose')
      .argument('[file]', 'the file with the text; standard input if not given')
      .description(
        'propose a change of an artifact, without its lock: the holder of the lock decides, else its creator and the owner',
      )
      .option(...from),
  ).action(act(propose));
  examples(
    proposing,
    'parley artifact propose Plan plan.md --note "A later date"',
    'echo "- Rain" | parley artifact propose Plan --section "Plan > Risks" --append',
  );
  on('proposals')
    .description('list the open proposals for an artifact, newest first')
    .option('--all', 'also those that have ended')
    .action(act(list));
  const showing = about('proposal')
    .description('show what a proposal changes, or save the text that accepting it would write')
    .option('-o, --out <file>', 'the file to save it in, or - for standard output; asks before it overwrites another text')
    .action(act(show));
  formerly(showing, '--to <file>', 'out');
  examples(showing, 'parley artifact proposal Plan 1a2b3c4d', 'parley artifact proposal Plan 1a2b3c4d --out plan.md');
  const accepting = about('accept')
    .description('show what a proposal changes, and accept it: it becomes a version of its author')
    .addOption(
      new Option(
        '-f, --from <file>',
        'accept it with changes: read the whole new text from a file; - is standard input',
      ).conflicts('hunks'),
    )
    .option('--hunks <numbers>', 'accept only these changes of the difference: their positions, for example 1,3', positions)
    .option(
      '--base <version>',
      'the version that you have read (default: the one that is shown, or that FILE is based on)',
      number,
    )
    .action(act(accept));
  formerly(accepting, '--file <file>', 'from');
  examples(
    accepting,
    'parley artifact accept Plan 1a2b3c4d',
    'parley artifact accept Plan 1a2b3c4d --hunks 1,3',
    'parley artifact accept Plan 1a2b3c4d --from plan.md',
  );
  about('reject')
    .description('reject a proposal; its text stays readable')
    .option('--note <text>', 'why, for its author')
    .action(act(reject));
  about('withdraw').description('withdraw a proposal of your own; its text stays readable').action(act(withdraw));
}
