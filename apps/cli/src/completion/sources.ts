import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { counted } from '@parley/core/words';
import { deletedIn } from '../artifacts/deleted.ts';
import { summaryNamed } from '../artifacts/named.ts';
import type { Context } from '../context.ts';
import { fetch } from '../fetch.ts';
import { groups } from '../mcp/groups.ts';
import { moderations, type Moderation } from '../moderations.ts';

/** Something that an argument can name. */
export interface Named {
  id: string;
  name?: string | undefined;
  about: string;
}

/** `given`: the arguments before the one that is completed. */
type Source = (context: Context, verb: string, given: readonly string[]) => Promise<Named[]>;

/** The user is waiting for the completion: one attempt, and no spinner. */
const spaceOf = (context: Context) => context.space({ maxRetries: 0, fetch });

const participants: Source = async (context, verb) => {
  const { participants } = await (await spaceOf(context)).get();
  const fitting = (moderations as Partial<Record<string, Moderation>>)[verb]?.of;
  return participants
    .filter(({ status, isOwner }) => !fitting || (fitting.includes(status) && !isOwner))
    .map(({ participantId: id, name, role }) => ({ id, name, about: role }));
};

/** Everyone else who can be meant by a message. */
const addressable: Source = async (context) => {
  const space = await spaceOf(context);
  const { participants } = await space.get();
  return participants
    .filter(({ status, participantId }) => ['active', 'muted'].includes(status) && participantId !== space.participantId)
    .map(({ participantId: id, name, role }) => ({ id, name, about: role }));
};

/** The newest versions of the artifact that precedes. */
const versions: Source = async (context, _, [query]) => {
  const space = await spaceOf(context);
  const { id: artifactId } = await summaryNamed(space, query!);
  const { versions } = await space.call('listArtifactVersions', { artifactId, limit: 20 });
  return versions
    .filter(({ kept }) => kept)
    .map(({ version, authorName, note }) => ({
      id: String(version),
      name: String(version),
      about: [authorName, note].filter(Boolean).join(': '),
    }));
};

/** The open proposals for the artifact that precedes; those that can be looked at have ended too, and only own ones can be withdrawn. */
const proposals: Source = async (context, verb, [query]) => {
  const space = await spaceOf(context);
  const { id: artifactId } = await summaryNamed(space, query!);
  const state = verb === 'proposal' ? 'all' : 'open';
  const { proposals } = await space.call('listProposals', { artifactId, state });
  const me = space.participantId;
  return proposals
    .filter(({ authorId }) => verb !== 'withdraw' || me === undefined || authorId === me)
    .map(({ proposalId: id, authorName, note, state }) => ({
      id,
      about: [authorName, state !== 'open' && state.replaceAll('_', ' '), note].filter(Boolean).join(': '),
    }));
};

const statesOf: Readonly<Record<string, readonly string[]>> = {
  claim: ['open'],
  renew: ['claimed'],
  release: ['claimed'],
  submit: ['claimed'],
  verify: ['submitted'],
  return: ['submitted'],
};

/** The tasks that something can be done with. */
const tasks: Source = async (context, verb) => {
  const { tasks } = await (await spaceOf(context)).call('listTasks', { state: verb === 'show' ? 'all' : 'open', limit: 100 });
  return tasks
    .filter(({ state }) => statesOf[verb]?.includes(state) ?? true)
    .map(({ taskId: id, title, state }) => ({ id, about: `${title} (${state})` }));
};

const storedFiles: Source = async (context) => {
  const files = await (await spaceOf(context)).files.list();
  return files.map(({ fileId: id, name, type }) => ({ id, name, about: type }));
};

/** What arguments and options of these names can be. */
export const sources: Readonly<Record<string, Source>> = {
  space: async ({ spaces }) => (await spaces.all()).map(({ spaceId: id, alias, name }) => ({ id, name: alias, about: name })),

  profile: async ({ folder }) => {
    const entries = await readdir(dirname(folder), { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => ({ id: name, name, about: '' }));
  },

  participant: (context, verb, given) => (verb === 'ask-participant' ? addressable : participants)(context, verb, given),
  to: (context, verb, given) => (verb === 'diff' ? versions : addressable)(context, verb, given),

  allow: async () => groups.map((name) => ({ id: name, name, about: 'tools of parley mcp' })),

  delivery: async (context, verb) => {
    const role = verb === 'withdraw' ? 'sender' : 'addressee';
    const { deliveries } = await (await spaceOf(context)).call('listDeliveries', { role });
    return deliveries.map(({ deliveryId: id, sequence, state }) => ({ id, about: `message #${sequence}, ${state}` }));
  },

  artifact: async (context, verb) => {
    const space = await spaceOf(context);
    if (verb === 'undelete') return (await deletedIn(space)).map(({ id, name }) => ({ id, name, about: 'deleted' }));
    const { artifacts } = await space.get();
    return artifacts
      .filter(({ lockedBy }) => verb !== 'unlock' || lockedBy)
      .map(({ id, name, version, lockedBy }) => ({ id, name, about: `version ${version}${lockedBy ? ', locked' : ''}` }));
  },

  invitation: async (context) => {
    const invitations = await (await spaceOf(context)).invitations();
    return invitations
      .filter(({ state }) => state === 'active')
      .map(({ invitationId: id, role, uses }) => ({
        id,
        about: [role, `used ${counted(uses, 'time')}`].filter(Boolean).join(', '),
      }));
  },

  'stored-file': storedFiles,
  link: storedFiles,
  delete: storedFiles,

  proposal: proposals,
  task: tasks,
  for: addressable,
  version: versions,
  base: versions,
  from: versions,
};
