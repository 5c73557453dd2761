import { ServiceError } from '@parley/core';
import type { Arguments, ParleyTool } from '@parley/mcp';
import type { CreateSpaceInput } from '@parley/sdk';
import type { Context } from '../context.ts';
import { AlreadyJoined, joinWith, NotApproved } from '../joining.ts';
import type { KeptSpace } from '../keys/kept-spaces.ts';
import type { ReachableSpaces } from './spaces.ts';

/** A call should not last longer than hosts wait for one. */
const approvalSeconds = 10;

export const listSpaces = (spaces: ReachableSpaces): ParleyTool => ({
  tool: {
    name: 'list_spaces',
    title: 'List spaces',
    description: 'The spaces that you are in, with the aliases that other tools take as `space`. Some may have ended.',
    inputSchema: { type: 'object', properties: {} },
    outputSchema: { type: 'object', required: ['spaces'] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  async call() {
    const all = await spaces.list();
    return { spaces: all.map(({ alias, ...rest }) => ({ space: alias, ...rest })) };
  },
});

/** Joins with a link and keeps the key. `drawn` is the tool that takes and returns keys. */
export function joinSpace(context: Context, { tool }: ParleyTool): ParleyTool {
  const { name, role } = tool.inputSchema.properties ?? {};
  return {
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
      outputSchema: { type: 'object', required: ['status'] },
      annotations: { ...tool.annotations, idempotentHint: true },
    },
    async call(_, args) {
      const [link, name] = [textIn(args, 'link'), textIn(args, 'name')];
      const role = args['role'] === undefined ? undefined : textIn(args, 'role');
      try {
        const { kept } = await joinWith(context, link, { name, role, wait: approvalSeconds, isCurrent: false });
        return joined(kept);
      } catch (error) {
        if (error instanceof AlreadyJoined) return joined(error.kept);
        if (error instanceof NotApproved) return { status: 'pending' };
        throw error;
      }
    },
  };
}

/** Creates a space and keeps the owner key. `drawn` is the tool that returns it. */
export function createSpace(context: Context, { tool }: ParleyTool): ParleyTool {
  return {
    tool: {
      ...tool,
      description:
        'Creates a space; you become its owner, and the key is kept for later calls. Returns the alias that other tools take as `space`. ' +
        'Then call `create_invitation` and give the links to the others.',
      outputSchema: { type: 'object', required: ['space', 'spaceId', 'participantId'] },
    },
    async call(_, args) {
      const fields = Object.keys(tool.inputSchema.properties ?? {}).filter((field) => args[field] !== undefined);
      const input = Object.fromEntries(fields.map((field) => [field, args[field]])) as unknown as CreateSpaceInput;
      await context.spaces.prepare();
      const { baseUrl } = context;
      const parley = await context.linked(baseUrl);
      const { spaceId, key, participantId } = await parley.createSpace(input);
      const created = { spaceId, baseUrl, key, role: 'owner', participantId, name: input.name } as const;
      const { alias } = await context.spaces.keep(created, undefined, false);
      return { space: alias, spaceId, participantId };
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
