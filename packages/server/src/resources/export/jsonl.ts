import { createHash } from 'node:crypto';
import { displayName, space as spaceRules } from '@parley/core';
import { artifactSummary, versionView } from '../artifacts/present.ts';
import { fileView } from '../files/present.ts';
import { participantView } from '../participants/present.ts';
import { proposalView } from '../proposals/present.ts';
import { taskView } from '../tasks/present.ts';
import { dateTime } from '../../engine/present/time.ts';
import { version as release } from '../../version.ts';
import { artifactsOf, eventsOf, filesIn, participantsOf, proposalsOf, tasksOf, versionsOf, type Exported } from './content.ts';

const format = 'parley/1';

/** The lines of an export, several at a time: what each contains is the name of its only field. */
export async function* jsonLines(exported: Exported): AsyncGenerator<string> {
  const { state, env } = exported;
  const digest = createHash('sha256');
  const counts = { participant: 0, event: 0, artifact: 0, version: 0, proposal: 0, task: 0, file: 0 };
  const line = (text: string): string => {
    digest.update(text).update('\n');
    return `${text}\n`;
  };
  const told = (kind: keyof typeof counts, value: object): string => {
    counts[kind] += 1;
    return line(JSON.stringify({ [kind]: value }));
  };
  yield line(JSON.stringify(headerOf(exported)));
  for (const participant of participantsOf(exported)) {
    const named = { ...participant, displayName: displayName(state, participant) };
    yield told('participant', participantView(named, env.publicUrl));
  }
  for await (const events of eventsOf(exported)) {
    counts.event += events.length;
    // The view of an event is JSON already.
    yield events.map(({ event, json }) => line(`{"event":"${event}","data":${json}}`)).join('');
  }
  for (const artifact of await artifactsOf(exported)) {
    const { artifactId, deletion } = artifact;
    yield told('artifact', {
      ...artifactSummary(artifact, undefined),
      createdBy: artifact.createdBy,
      createdAt: dateTime(artifact.createdAt),
      ...(deletion && { deletedAt: dateTime(deletion.at), deletedBy: deletion.by }),
    });
    for await (const version of versionsOf(exported, artifact)) {
      const { content } = version;
      yield told('version', { artifactId, ...versionView(version, content !== undefined), content });
    }
    for await (const { proposal, change } of proposalsOf(exported, artifact))
      yield told('proposal', { ...proposalView(proposal), ...change });
  }
  for await (const { task, text } of tasksOf(exported)) yield told('task', { ...taskView(task, exported.now), text });
  for (const file of filesIn(exported)) yield told('file', fileView(file));
  yield `${JSON.stringify({ end: format, counts, sha256: digest.digest('hex') })}\n`;
}

function headerOf({ state, viewer, end, now }: Exported) {
  const { spaceId, name, description, agenda, privacy, createdAt, expiresAt } = state.space;
  return {
    format,
    kind: 'space',
    version: release,
    createdAt: dateTime(now),
    space: {
      spaceId,
      name,
      description,
      agenda,
      privacy,
      state: spaceRules.isOver(state.space, now) ? 'closed' : 'open',
      createdAt: dateTime(createdAt),
      expiresAt: dateTime(expiresAt),
    },
    viewer: viewer.participantId,
    sequence: end,
  };
}
