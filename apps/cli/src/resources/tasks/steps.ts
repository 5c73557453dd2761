import type { Evidence, Space } from '@parley/sdk';
import { addressees } from '../participants/addressees.ts';
import { summaryNamed } from '../artifacts/named.ts';
import type { Verb } from '../../command.ts';
import { Failure } from '../../failure.ts';
import { confirmErasing, erased, type ErasingOptions } from '../messages/erasing.ts';
import { messageIdOf } from '../messages/named.ts';
import { short } from '../../naming.ts';
import { content } from '../../input/content.ts';
import { localTime } from '../../local-time.ts';
import { harmless } from '../../watch/harmless.ts';
import { taskDetails } from './kind.ts';
import { taskNamed } from './named.ts';
import { printTask } from './show.ts';

interface CreateTaskOptions {
  text?: string;
  from?: string;
  artifact?: string;
  for?: string[];
}

export const create: Verb<CreateTaskOptions, [title: string]> = async (
  context,
  { text: given, from, artifact, ...how },
  title,
) => {
  if (given !== undefined && from !== undefined) throw new Failure('usage', 'Use --text or --from, not both');
  const text = from === undefined ? given : await content(context, taskDetails, { from });
  const space = await context.space();
  const artifactId = artifact === undefined ? undefined : (await summaryNamed(space, artifact)).id;
  const meant = how.for && addressees((await space.get()).participants, how.for, space.participantId);
  const ids = meant?.map(({ participantId }) => participantId);
  const task = await space.call('createTask', { title, text, artifactId, for: ids });
  const told = meant?.filter(({ participantId }) => task.to.includes(participantId)).map(({ name }) => harmless(name)) ?? [];
  context.out.done(task, `Created ${short(task.taskId)}${told.length > 0 ? `; told: ${told.join(', ')}` : ''}`);
};

type Words = [query: string];

export const claim: Verb<{ lease?: number }, Words> = async (context, { lease }, query) => {
  const space = await context.space();
  const { taskId } = await taskNamed(space, query);
  const task = await space.call('claimTask', { taskId, leaseSeconds: lease });
  context.out.note(`Yours until ${localTime(task.leaseExpiresAt ?? '')}`);
  await printTask(context, space, task);
};

export const renew: Verb<{ lease?: number }, Words> = async (context, { lease }, query) => {
  const space = await context.space();
  const { taskId } = await taskNamed(space, query);
  const task = await space.call('renewTask', { taskId, leaseSeconds: lease });
  context.out.done(task, `Yours until ${localTime(task.leaseExpiresAt ?? '')}`);
};

export const release: Verb<object, Words> = async (context, _, query) => {
  const space = await context.space();
  const { taskId } = await taskNamed(space, query);
  context.out.done(await space.call('releaseTask', { taskId }), 'Released: others can claim it');
};

interface SubmitOptions {
  artifact?: string;
  at?: number;
  message?: string;
  note?: string;
}

export const submit: Verb<SubmitOptions, Words> = async (context, options, query) => {
  const { artifact, message, note, at } = options;
  if ([artifact, message, note].filter((each) => each !== undefined).length !== 1)
    throw new Failure('usage', 'What shows that it is done?', 'use one of --artifact, --message and --note');
  if (at !== undefined && artifact === undefined) throw new Failure('usage', '--at needs --artifact');
  const space = await context.space();
  const { taskId } = await taskNamed(space, query);
  const task = await space.call('submitTask', { taskId, evidence: await evidenceOf(space, options) });
  context.out.done(task, 'Submitted');
};

async function evidenceOf(space: Space, { artifact, at, message, note }: SubmitOptions): Promise<Evidence> {
  if (note !== undefined) return { note };
  if (message !== undefined) return { messageId: await messageIdOf(space, message) };
  const { id: artifactId, version } = await summaryNamed(space, artifact!);
  return { artifactId, version: at ?? version };
}

/** Verifies the submission that it has read. */
export const verify: Verb<object, Words> = async (context, _, query) => {
  const space = await context.space();
  const { taskId, revision } = await taskNamed(space, query);
  const task = await space.call('verifyTask', { taskId, ...(revision > 0 && { revision }) });
  context.out.done(task, `Verified the work of ${harmless(task.claimedByName ?? '')}`);
};

export const giveBack: Verb<object, [query: string, words: string[]]> = async (context, _, query, words) => {
  const note = words.join(' ');
  const space = await context.space();
  const { taskId, revision } = await taskNamed(space, query);
  const task = await space.call('returnTask', { taskId, note, ...(revision > 0 && { revision }) });
  const who = task.claimedByName === undefined ? 'it is open again' : `${harmless(task.claimedByName)} can continue`;
  context.out.done(task, `Returned: ${who}`);
};

export const cancel: Verb<object, Words> = async (context, _, query) => {
  const space = await context.space();
  const { taskId } = await taskNamed(space, query);
  context.out.done(await space.call('cancelTask', { taskId }), 'Cancelled');
};

export const redact: Verb<ErasingOptions, Words> = async (context, options, query) => {
  const space = await context.space();
  const { taskId, title } = await taskNamed(space, query);
  await confirmErasing(`the texts of the task ${harmless(title)}`, options);
  const task = await space.call('redactTask', { taskId, reason: options.reason });
  context.out.done(task, erased(`the texts of task ${short(taskId)}`));
};
