import { accessOf, type Auth, type Declared, type Operation } from '@parley/core';
import { declaredAs } from './declared.ts';

/** What a tool is for: `core`, `participant`, `owner`, that of a resource, or `other` for programs, mostly. */
export type ToolGroup = string;

const everyone = ['core', 'participant'];
const ofResources = declaredAs('toolList');

/** Which groups of tools a client is shown. */
const groupsOf: ReadonlyMap<string, readonly ToolGroup[]> = new Map([
  ['core', ['core']],
  ['participant', everyone],
  ...ofResources.map((name): [string, string[]] => [name, [...everyone, name]]),
  ['owner', [...everyone, 'owner']],
  ['all', [...everyone, ...ofResources, 'owner', 'other']],
]);

type OfResource = Extract<Declared<'forModels'>, { toolList: string }>['toolList'];

/** A choice of tools for a list that models read. It says nothing about what the caller is allowed to do. */
export type Profile = 'core' | 'participant' | OfResource | 'owner' | 'all';

export const profiles = [...groupsOf.keys()] as readonly Profile[];

export const isProfile = (text: string): text is Profile => groupsOf.has(text);

export const isShown = (profile: Profile, { group }: { group: ToolGroup }): boolean =>
  groupsOf.get(profile)?.includes(group) === true;

/** Whose key a client sends with each message. */
export type Role = 'owner' | 'participant';

const access: Readonly<Record<Role, readonly Auth[]>> = {
  owner: ['owner', 'member', 'anyKey'],
  participant: ['participant', 'member', 'anyKey'],
};

/** Whether such a key can run a tool. What makes other keys is not for a client that has one. */
export const canRun = (role: Role, auth: Auth | undefined): boolean => auth === undefined || access[role].includes(auth);

/** The group of the tool that runs an operation: what the contract says of it, otherwise who may call it, otherwise what the contract says of its tag. */
export function groupOf({ auth, tag, forModels }: Operation): ToolGroup {
  if (forModels?.group) return forModels.group;
  const { tools = 'other' } = tag;
  if (auth === 'owner' || tools === 'owner') return 'owner';
  const isOfAccount = accessOf[auth].takes.some((kind) => kind === 'session' || kind === 'userToken');
  return isOfAccount ? 'other' : tools;
}
