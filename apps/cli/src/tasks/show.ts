import type { TaskWithText } from '@parley/sdk';
import { namesIn } from '../artifacts/named.ts';
import type { Verb } from '../command.ts';
import type { Context } from '../context.ts';
import { short } from '../naming.ts';
import { colours } from '../terminal/colours.ts';
import { output } from '../terminal/streams.ts';
import { harmless, harmlessLines } from '../watch/harmless.ts';
import { taskNamed } from './named.ts';

export const show: Verb<object, [query: string]> = async (context, _, query) => {
  const space = await context.space();
  const task = await taskNamed(space, query);
  const isNamed = task.for !== undefined || task.endedBy !== undefined || task.returnedBy !== undefined;
  printTask(context, task, isNamed && !context.out.json ? await namesIn(space) : short);
};

export function printTask(context: Context, task: TaskWithText, nameOf: (participantId: string) => string = short): void {
  context.out.item(task, () => described(task, nameOf));
}

const time = (instant: string | undefined): string => new Date(instant ?? '').toLocaleString('sv');

function described(task: TaskWithText, nameOf: (participantId: string) => string): string {
  const { taskId, title, text, state, createdByName, createdAt, claimedByName, attempt } = task;
  const facts = [
    `Task:      ${title}`,
    `State:     ${state}${task.leaseExpiresAt === undefined ? '' : ` until ${time(task.leaseExpiresAt)}`}`,
    `Created:   ${time(createdAt)}, by ${createdByName}`,
    task.for && `For:       ${task.for.map(nameOf).join(', ')}`,
    task.artifactId !== undefined && `Artifact:  ${short(task.artifactId)}`,
    claimedByName !== undefined && `Worker:    ${claimedByName}${attempt > 1 ? ` (claimed ${attempt} times)` : ''}`,
    task.evidence && `Evidence:  ${evidenceOf(task.evidence)}, ${time(task.submittedAt)}`,
    task.returnedAt !== undefined && `Returned:  ${time(task.returnedAt)}, by ${nameOf(task.returnedBy ?? '')}`,
    task.note !== undefined && `Reason:    ${task.note}`,
    task.endedAt !== undefined && `Ended:     ${time(task.endedAt)}, by ${nameOf(task.endedBy ?? '')}`,
  ];
  const body = text === undefined ? [] : ['', ...harmlessLines(text).map((line) => `    ${line}`)];
  const heading = colours(output).yellow(`task ${harmless(short(taskId))}`);
  return [heading, ...facts.filter((fact) => typeof fact === 'string').map(harmless), ...body].join('\n');
}

function evidenceOf({ artifactId, version, messageId, note }: NonNullable<TaskWithText['evidence']>): string {
  if (artifactId !== undefined) return `artifact ${short(artifactId)}, version ${version}`;
  return messageId === undefined ? (note ?? '') : `message ${messageId}`;
}
