import { contract, type Auth } from '@parley/core';
import { parleyTools, type Addressing, type ParleyTool } from '@parley/mcp';
import type { Context } from '../context.ts';
import type { Group } from './groups.ts';
import { createSpace, joinSpace, listSpaces, rotateKey } from './own-tools.ts';
import type { ReachableSpaces } from './spaces.ts';

interface Terms {
  context: Context;
  spaces: ReachableSpaces;
  addressing: Addressing;
  allowed: ReadonlySet<Group>;
  /** Called when a tool has changed in which role the profile is in its spaces, and so which tools are listed. */
  onRole(): void;
}

/** The access of operations that need the caller's own space key. */
const needsOwnKey: ReadonlySet<Auth> = new Set(['owner', 'participant', 'member', 'anyKey'] satisfies Auth[]);

/** Tools after which the profile can be in other spaces. */
const moves: ReadonlySet<string> = new Set(['join_space', 'create_space', 'leave_space', 'close_space']);

/** The tools of the profile: those of the contract that use a key to a space, and those that find and keep keys. */
export function profileTools({ context, spaces, addressing, allowed, onRole }: Terms): Map<string, ParleyTool> {
  const generated = parleyTools({ contract: contract(), addressing });
  const tools = [...generated.values()]
    .filter(({ auth }) => auth === undefined || needsOwnKey.has(auth))
    .map((tool) => (tool.tool.name === 'rotate_key' ? rotateKey(context, spaces, tool) : inSpace(tool, spaces, context)));
  const own = spaces.isPinned
    ? []
    : [
        listSpaces(spaces),
        joinSpace(context, spaces, generated.get('join_space')!),
        createSpace(context, generated.get('create_space')!),
      ].map(({ auth: _, ...withoutSpace }) => withoutSpace);
  const chosen = [...own, ...tools].filter(({ permission }) => allowed.has(permission));
  return new Map(chosen.map((each) => [each.tool.name, moves.has(each.tool.name) ? moving(each, spaces, onRole) : each]));
}

function moving(tool: ParleyTool, spaces: ReachableSpaces, onRole: () => void): ParleyTool {
  return {
    ...tool,
    async call(...given) {
      const before = await spaces.role();
      const answer = await tool.call(...given);
      if ((await spaces.role()) !== before) onRole();
      return answer;
    },
  };
}

/** Tools that act in a space get its id. A key that stopped working is deleted. */
function inSpace(generated: ParleyTool, spaces: ReachableSpaces, context: Context): ParleyTool {
  const { tool, call, auth } = generated;
  if (auth === undefined) return generated;
  return {
    ...generated,
    async call(backend, args, signal, progress) {
      const { place, alias } = await spaces.find(args['space'] ?? args['spaceId']);
      const answer = await call(backend, { ...args, space: alias, spaceId: place.spaceId }, signal, progress);
      if (place.kept && (tool.name === 'leave_space' || tool.name === 'close_space')) await context.spaces.forget(place.kept);
      return answer;
    },
  };
}
