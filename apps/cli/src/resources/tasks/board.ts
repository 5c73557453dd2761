import type { TaskState, TaskView } from '@parley/sdk';
import type { Verb } from '../../command.ts';
import { inWords } from '../../in-words.ts';
import { namesIn } from '../participants/names.ts';
import { short } from '../../naming.ts';
import { colours } from '../../terminal/colours.ts';
import { localTime } from '../../local-time.ts';
import { output } from '../../terminal/streams.ts';
import { clip, width } from '../../terminal/width.ts';
import { harmless } from '../../watch/harmless.ts';
import { everyTask } from './named.ts';

const headings: Readonly<Record<TaskState, string>> = {
  submitted: 'Submitted',
  claimed: 'Claimed',
  open: 'Open',
  verified: 'Verified',
  cancelled: 'Cancelled',
};

/** Prints the tasks by state, each in one line. */
export const board: Verb<{ all?: boolean; mine?: boolean }, []> = async (context, { all, mine }) => {
  const space = await context.space();
  const tasks = await everyTask(space, all ? 'all' : 'open', mine);
  if (context.out.json) return context.out.item(tasks, () => '');
  if (tasks.length === 0) return context.out.note(all ? 'No tasks' : 'No open tasks; --all lists those that have ended too');
  context.out.line(drawn(tasks, await namesIn(space), output.columns || 80));
};

/** The board as it fits into a terminal of this width. */
export function drawn(tasks: readonly TaskView[], nameOf: (participantId: string) => string, columns: number): string {
  const style = colours(output);
  const blocks = Object.entries(headings).map(([state, heading]) => {
    const found = tasks.filter((task) => task.state === state);
    const lines = found.map((task) => lineOf(task, nameOf, columns));
    return lines.length === 0 ? [] : [style.bold(`${heading} (${found.length})`), ...lines];
  });
  return blocks
    .filter(({ length }) => length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n');
}

const leastTitle = 20;

function lineOf(task: TaskView, nameOf: (participantId: string) => string, columns: number): string {
  const start = `  ${short(task.taskId)}  `;
  const about = clip(harmless(aboutOf(task, nameOf)), Math.max(0, columns - start.length - leastTitle - 2));
  const room = Math.max(1, columns - start.length - (about ? width(about) + 2 : 0));
  const title = clip(harmless(task.title), room);
  return harmless(start) + title + (about ? `${' '.repeat(room - width(title))}  ${about}` : '');
}

/** Who has it, and since or until when. */
function aboutOf(
  { claimedByName, createdByName, for: meant = [], ...task }: TaskView,
  nameOf: (participantId: string) => string,
) {
  switch (task.state) {
    case 'submitted':
      return `${claimedByName}, ${ageOf(task.submittedAt)} ago`;
    case 'claimed':
      return [claimedByName, ...(task.leaseExpiresAt ? [`until ${localTime(task.leaseExpiresAt)}`] : [])].join(', ');
    case 'open': {
      const names = meant.map((id) => nameOf(id)).join(', ');
      return [`by ${createdByName}`, names && `for ${names}`, task.note !== undefined && 'returned'].filter(Boolean).join(', ');
    }
    case 'verified':
      return `${claimedByName}, ${ageOf(task.endedAt)} ago`;
    case 'cancelled':
      return `${ageOf(task.endedAt)} ago`;
  }
}

const ageOf = (instant: string | undefined): string => inWords(Math.max(0, (Date.now() - Date.parse(instant ?? '')) / 1000));
