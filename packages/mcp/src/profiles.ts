import { accessOf, type Operation } from '@parley/core';

/** What a tool is for. `other` tools are for programs, mostly. */
export type ToolGroup = 'core' | 'participant' | 'artifacts' | 'tasks' | 'owner' | 'other';

/** Which groups of tools a client is shown. */
const groupsOf = {
  core: ['core'],
  participant: ['core', 'participant'],
  artifacts: ['core', 'participant', 'artifacts'],
  tasks: ['core', 'participant', 'tasks'],
  owner: ['core', 'participant', 'owner'],
  all: ['core', 'participant', 'artifacts', 'tasks', 'owner', 'other'],
} as const satisfies Record<string, readonly ToolGroup[]>;

/** A choice of tools for a list that models read. It says nothing about what the caller is allowed to do. */
export type Profile = keyof typeof groupsOf;

export const profiles = Object.keys(groupsOf) as readonly Profile[];

export const isProfile = (text: string): text is Profile => Object.hasOwn(groupsOf, text);

export const isShown = (profile: Profile, { group }: { group: ToolGroup }): boolean =>
  (groupsOf[profile] as readonly ToolGroup[]).includes(group);

/** The group of the tool that runs an operation: what the contract says of it, otherwise who may call it, otherwise what the contract says of its tag. */
export function groupOf({ auth, tag, forModels }: Operation): ToolGroup {
  if (forModels?.group) return forModels.group;
  const { tools = 'other' } = tag;
  if (auth === 'owner' || tools === 'owner') return 'owner';
  const isOfAccount = accessOf[auth].takes.some((kind) => kind === 'session' || kind === 'userToken');
  return isOfAccount ? 'other' : tools;
}
