import { ServiceError } from '@parley/core';
import type { Arguments, Form, ParleyTool } from '@parley/mcp';
import type { CreateSpaceInput } from '@parley/sdk';
import type { Context } from '../context.ts';
import { fetch } from '../fetch.ts';
import { AlreadyJoined, joinWith, NotApproved } from '../resources/invitations/joining.ts';
import { Failure } from '../failure.ts';
import type { KeptSpace } from '../keys/kept-spaces.ts';
import { rotateKey as replaceKey } from '../rotation.ts';
import type { ReachableSpaces } from './spaces.ts';

/** A call should not last longer than hosts wait for one. */
const approvalSeconds = 10;

const word: Form = { kind: 'word' };
const label: Form = { kind: 'label' };
const object = (fields: Record<string, Form>): Form => ({ kind: 'object', fields: new Map(Object.entries(fields)) });

const place = { space: word, spaceId: word, participantId: word };

export const listSpaces = (spaces: ReachableSpaces): ParleyTool => ({
  form: object({ spaces: { kind: 'list', of: object({ ...place, name: label, role: word }) } }),
  group: 'core',
  permission: 'read',
  tool: {
    name: 'list_spaces',
    description: 'The spaces that you are in, with the aliases that other tools take as `space`. Some may have ended.',
    inputSchema: { type: 'object', properties: {} },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  async call() {
    const all = await spaces.list();
    return { spaces: all.map(({ alias, ...rest }) => ({ space: alias, ...rest })) };
  },
});

const joinResult = object({
  status: word,
  note: word,
  ...place,
  name: label,
  you: object({ name: label, role: label, isOwner: word }),
});

/** Joins with a link and keeps the key. `drawn` is the tool that takes and returns keys. */
export function joinSpace(context: Context, spaces: ReachableSpaces, drawn: ParleyTool): ParleyTool {
  const { tool } = drawn;
  const { name, role } = tool.inputSchema.properties ?? {};
  return {
    ...drawn,
    form: joinResult,
    tool: {
      ...tool,
      description:
        'Joins a space with the link of an invitation, and keeps the key for later calls. Returns the alias that other tools take as `space`. ' +
        'With the status `pending`, the owner has to approve you first: call it again with the same arguments. Then call `get_space`.',
      inputSchema: {
        type: 'object',
        properties: { link: { type: 'string' }, name: name!, role: role! },
        required: ['link', 'name'],
      },
      annotations: { ...tool.annotations, idempotentHint: true },
    },
    async call(_, args, signal) {
      const [link, name] = [textIn(args, 'link'), textIn(args, 'name')];
      const role = args['role'] === undefined ? undefined : textIn(args, 'role');
      try {
        const { kept } = await joinWith(context, link, { name, role, wait: approvalSeconds, isCurrent: false });
        return joined(kept);
      } catch (error) {
        if (error instanceof AlreadyJoined) return alreadyJoined(context, spaces, error.kept, { link, name, role, signal });
        if (error instanceof NotApproved) return { status: 'pending' };
        throw error;
      }
    },
  };
}

interface Asked {
  link: string;
  name: string;
  role: string | undefined;
  signal: AbortSignal;
}

/** Who the profile is in a space that it has joined before. Name and role of the new call have no effect. */
async function alreadyJoined(context: Context, spaces: ReachableSpaces, kept: KeptSpace, { link, signal, ...asked }: Asked) {
  await assertInvitation(context, kept, link, signal);
  const { space } = await spaces.find(kept.spaceId);
  const { participants } = await space.get({ signal });
  const me = participants.find(({ participantId }) => participantId === kept.participantId);
  const ignored = (['name', 'role'] as const).filter((field) => me && asked[field] !== undefined && asked[field] !== me[field]);
  const note = ['You were in this space already', ...(ignored.length > 0 ? [`${ignored.join(' and ')} had no effect`] : [])];
  return {
    ...joined(kept),
    note: note.join(': '),
    ...(me && { you: { name: me.name, role: me.role, isOwner: me.isOwner } }),
  };
}

/** Fails unless the key in the link is, or was, that of an invitation to the space. */
async function assertInvitation(context: Context, { spaceId, baseUrl }: KeptSpace, link: string, signal: AbortSignal) {
  const { readInvitation } = await import('@parley/sdk');
  const { publicInvitationKey: key } = readInvitation(link);
  const invited = await context.open({ spaceId, baseUrl, key, participantId: undefined }, { fetch });
  await invited.call('getMyInvitation', {}, { signal }).catch((error: unknown) => {
    const { code = '' } = error as { code?: string };
    if (!code.startsWith('invitation_')) throw error;
  });
}

/** Creates a space and keeps the owner key. `drawn` is the tool that returns it. */
export function createSpace(context: Context, drawn: ParleyTool): ParleyTool {
  const { tool } = drawn;
  return {
    ...drawn,
    form: object(place),
    tool: {
      ...tool,
      description:
        'Creates a space; you become its owner, and the key is kept for later calls. Returns the alias that other tools take as `space`. ' +
        'Then call `create_invitation` and give the links to the others.',
    },
    async call(_, args) {
      const fields = Object.keys(tool.inputSchema.properties ?? {}).filter((field) => args[field] !== undefined);
      const input = Object.fromEntries(fields.map((field) => [field, args[field]])) as unknown as CreateSpaceInput;
      await context.spaces.prepare();
      const { baseUrl } = context;
      const parley = await context.linked(baseUrl);
      const { spaceId, key, participantId } = await parley.createSpace(input);
      const made = { spaceId, baseUrl, key, role: 'owner', participantId, name: input.name } as const;
      const { alias } = await context.spaces.keep(made, undefined, false);
      return { space: alias, spaceId, participantId };
    },
  };
}

/** Replaces the key of a space and keeps the new one. `drawn` is the tool that returns it. */
export function rotateKey(context: Context, spaces: ReachableSpaces, drawn: ParleyTool): ParleyTool {
  const { tool } = drawn;
  return {
    ...drawn,
    form: object({ ok: word }),
    tool: {
      ...tool,
      description:
        'Replaces your key, if somebody else may have it. The former one stops working, and the new one is kept for later calls.',
    },
    async call(_, args) {
      const { place } = await spaces.find(args['space']);
      if (!place.kept) throw new Failure('usage', 'PARLEY_KEY is no key of this profile, so a new key could not be stored');
      await replaceKey(context, place.kept);
      return { ok: true };
    },
  };
}

const joined = ({ alias, spaceId, participantId, name }: KeptSpace) => ({
  status: 'joined',
  space: alias,
  spaceId,
  participantId,
  name,
});

function textIn(args: Arguments, field: string): string {
  const value = args[field];
  if (typeof value === 'string' && value !== '') return value;
  const message = value === undefined ? 'is required' : 'must be a text that is not empty';
  throw new ServiceError('invalid_request', `${field} ${message}`, { issues: [{ field, message }] });
}
