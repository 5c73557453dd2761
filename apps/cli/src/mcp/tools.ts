import { accessOf, contract, type Auth, type Operation } from '@parley/core';
import { parleyTools, toolName, type Addressing, type ParleyTool } from '@parley/mcp';
import type { Context } from '../context.ts';
import { groupOf, type Group } from './groups.ts';
import { createSpace, joinSpace, listSpaces, rotateKey } from './own-tools.ts';
import type { ReachableSpaces } from './spaces.ts';

interface Terms {
  context: Context;
  spaces: ReachableSpaces;
  addressing: Addressing;
  allowed: ReadonlySet<Group>;
}

/** The access of operations that need the caller's own space key. */
const needsOwnKey: ReadonlySet<Auth> = new Set(['owner', 'participant', 'member', 'anyKey'] satisfies Auth[]);

const groupOfExtra: Readonly<Record<string, Group>> = {
  edit_artifact: 'artifacts',
  wait_for_events: 'read',
  search_docs: 'read',
  read_doc: 'read',
};

/** The tools of the profile: those of the contract that use a key to a space, and those that find and keep keys. */
export function profileTools({ context, spaces, addressing, allowed }: Terms): Map<string, ParleyTool> {
  const surface = { contract: contract(), addressing };
  const drawn = parleyTools(surface);
  const operations = Object.entries(surface.contract) as [string, Operation][];
  const grouped: [ParleyTool | undefined, Group][] = [
    ...operations
      .filter(([, { auth }]) => needsOwnKey.has(auth) && accessOf[auth].takes.includes('spaceKey'))
      .map(([name, operation]): [ParleyTool | undefined, Group] => [drawn.get(toolName(name, operation)), groupOf(operation)]),
    ...Object.entries(groupOfExtra).map(([name, group]): [ParleyTool | undefined, Group] => [drawn.get(name), group]),
  ];
  const tools = grouped.flatMap(([tool, group]): [ParleyTool, Group][] => {
    if (!tool) return [];
    const isKeyGiven = tool.tool.name === 'rotate_key';
    return [[isKeyGiven ? rotateKey(context, spaces, tool) : inSpace(tool, spaces, context), group]];
  });
  const own: [ParleyTool, Group][] = spaces.isPinned
    ? []
    : [
        [listSpaces(spaces), 'read'],
        [joinSpace(context, spaces, drawn.get('join_space')!), 'join'],
        [createSpace(context, drawn.get('create_space')!), 'join'],
      ];
  const chosen = [...own, ...tools].filter(([, group]) => allowed.has(group)).map(([tool]) => tool);
  return new Map(chosen.map((each) => [each.tool.name, each]));
}

/** Tools that act in a space get its id. A key that stopped working is deleted. */
function inSpace(drawn: ParleyTool, spaces: ReachableSpaces, context: Context): ParleyTool {
  const { tool, call } = drawn;
  if (tool.name === 'search_docs' || tool.name === 'read_doc') return drawn;
  return {
    ...drawn,
    async call(backend, args, signal, progress) {
      const { place, alias } = await spaces.find(args['space'] ?? args['spaceId']);
      const answer = await call(backend, { ...args, space: alias, spaceId: place.spaceId }, signal, progress);
      if (place.kept && (tool.name === 'leave_space' || tool.name === 'close_space')) await context.spaces.forget(place.kept);
      return answer;
    },
  };
}
