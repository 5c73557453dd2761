import type { Space, TaskWithText } from '@parley/sdk';
import type { Verb } from '../../command.ts';
import type { Context } from '../../context.ts';
import { short } from '../../naming.ts';
import { colours } from '../../terminal/colours.ts';
import { localTime } from '../../local-time.ts';
import { output } from '../../terminal/streams.ts';
import { harmless, harmlessLines } from '../../watch/harmless.ts';
import { textOf } from '../../watch/wording.ts';
import { taskNamed } from './named.ts';

export const show: Verb<object, [query: string]> = async (context, _, query) => {
  const space = await context.space();
  await printTask(context, space, await taskNamed(space, query));
};

/** Names people and artifacts, which a script looks up itself. */
export async function printTask(context: Context, space: Space, task: TaskWithText): Promise<void> {
  const { participants, artifacts } = context.out.json ? { participants: [], artifacts: [] } : await space.get();
  const names = new Map([
    ...participants.map(({ participantId, name, displayName = name }) => [participantId, displayName] as const),
    ...artifacts.map(({ id, name }) => [id, name] as const),
  ]);
  context.out.item(task, () => described(task, (id) => names.get(id) ?? short(id)));
}

const time = (instant: string | undefined): string => localTime(instant ?? '');

function described(task: TaskWithText, nameOf: (id: string) => string): string {
  const { taskId, title, text, state, createdByName, createdAt, claimedByName, attempt } = task;
  const facts = [
    `Task:      ${title}`,
    `State:     ${state}${task.leaseExpiresAt === undefined ? '' : ` until ${time(task.leaseExpiresAt)}`}`,
    `Created:   ${time(createdAt)}, by ${createdByName}`,
    task.for && `For:       ${task.for.map(nameOf).join(', ')}`,
    task.artifactId !== undefined && `Artifact:  ${nameOf(task.artifactId)}`,
    claimedByName !== undefined && `Worker:    ${claimedByName}${attempt > 1 ? ` (claimed ${attempt} times)` : ''}`,
    task.evidence && `Evidence:  ${evidenceOf(task.evidence, nameOf)}, ${time(task.submittedAt)}`,
    task.returnedAt !== undefined && `Returned:  ${time(task.returnedAt)}, by ${nameOf(task.returnedBy ?? '')}`,
    task.note !== undefined && `Reason:    ${task.note}`,
    task.endedAt !== undefined && `Ended:     ${time(task.endedAt)}, by ${nameOf(task.endedBy ?? '')}`,
    task.redacted && `Texts:     ${textOf({ type: 'text', content: '', redacted: task.redacted })}`,
  ];
  const body = text === undefined ? [] : ['', ...harmlessLines(text).map((line) => `    ${line}`)];
  const heading = colours(output).yellow(`task ${harmless(short(taskId))}`);
  return [heading, ...facts.filter((fact) => typeof fact === 'string').map(harmless), ...body].join('\n');
}

function evidenceOf(
  { artifactId, version, messageId, note }: NonNullable<TaskWithText['evidence']>,
  nameOf: (id: string) => string,
): string {
  if (artifactId !== undefined) return `artifact ${nameOf(artifactId)}, version ${version}`;
  return messageId === undefined ? (note ?? '') : `message ${messageId}`;
}
