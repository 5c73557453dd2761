import { contract, pathParameters, type Operation } from '@parley/core';
import { profiles, parleyTools, toolName, type Form } from '@parley/mcp';
import { expect, test } from 'vitest';
import { Context } from '../context.ts';
import { bySpace } from './addressing.ts';
import { groups, type Group } from './groups.ts';
import { toolLists } from './tool-lists.ts';
import { ReachableSpaces } from './spaces.ts';
import { profileTools } from './tools.ts';

const context = new Context({}, { PARLEY_KEYCHAIN: 'off', XDG_DATA_HOME: '/nowhere' });
const operations = Object.entries(contract()) as [string, Operation][];

function toolsOf(isPinned: boolean, allowed: readonly Group[] = groups) {
  const place = { spaceId: 'x', baseUrl: 'http://x', participantId: undefined, key: 'k' };
  const spaces = new ReachableSpaces(context, isPinned ? place : undefined);
  return profileTools({ context, spaces, addressing: bySpace(isPinned), allowed: new Set(allowed), onRole: () => {} });
}

/** The names of all fields that a tool can show. */
const fieldsIn = (form: Form): string[] => {
  if (form.kind === 'list') return fieldsIn(form.of);
  return form.kind === 'object' ? [...form.fields].flatMap(([name, each]) => [name, ...fieldsIn(each)]) : [];
};

test('no tool takes or answers a key, as far as the contract knows', () => {
  const secret = /key|token|secret|code$/i;
  // A decision can be secret.
  const isKeyword = (field: string) => field === 'idempotencyKey' || field === 'secret';
  for (const isPinned of [true, false]) {
    for (const [name, { tool, form }] of toolsOf(isPinned)) {
      const fields = Object.keys(tool.inputSchema.properties ?? {}).filter((field) => !isKeyword(field));
      for (const field of fields) expect(field, name).not.toMatch(secret);
      expect(
        fieldsIn(form)
          .filter((field) => !isKeyword(field))
          .join(),
        name,
      ).not.toMatch(/key|token|secret/i);
    }
  }
  const offered = new Set(toolsOf(false).keys());
  const withheld = ['createSpace', 'joinSpace', 'rotateKey', 'createInvitation', 'getInvitation'];
  for (const [name, operation] of operations) {
    if (!offered.has(toolName(name, operation)) || withheld.includes(name)) continue;
    for (const field of Object.keys(operation.example.output as object)) expect(field, name).not.toMatch(secret);
  }
});

test('they are the tools of /mcp, without those that exist to carry keys', () => {
  const all = new Set(parleyTools({ contract: contract(), addressing: bySpace(false) }).keys());
  const own = new Set(toolsOf(false).keys());
  expect([...own].filter((name) => !all.has(name))).toEqual(['list_spaces']);
  expect([...all].filter((name) => !own.has(name)).sort()).toEqual([
    'get_join_status',
    'get_my_invitation',
    'get_my_space_key',
    'poll_link',
    'start_link',
  ]);
});

test('every tool that acts in a space can be told which one, and none if one is pinned', () => {
  for (const [name, operation] of operations) {
    const [free, pinned] = [toolsOf(false).get(toolName(name, operation)), toolsOf(true).get(toolName(name, operation))];
    if (!free || !pathParameters(operation.path).includes('spaceId') || name === 'joinSpace') continue;
    expect(Object.keys(free.tool.inputSchema.properties ?? {}), name).toContain('space');
    expect(free.tool.inputSchema.required ?? [], name).not.toContain('space');
    expect(Object.keys(pinned!.tool.inputSchema.properties ?? {}), name).not.toContain('space');
  }
});

test('the groups together contain all tools, and read contains nothing that changes anything', () => {
  const names = groups.map((group) => [...toolsOf(false, [group]).keys()]);
  expect(names.flat().sort()).toEqual([...toolsOf(false).keys()].sort());
  for (const { tool } of toolsOf(false, ['read']).values()) expect(tool.annotations?.readOnlyHint).toBe(true);
  expect([...toolsOf(false, ['manage']).keys()]).toContain('kick_participant');
  const artifacts = [...toolsOf(false, ['artifacts']).keys()];
  expect(artifacts).toEqual(expect.arrayContaining(['edit_artifact', 'propose_edit', 'decide_proposal']));
  expect(artifacts).not.toContain('get_proposal');
});

test('--tools takes the profiles of @parley/mcp, and no other', () => {
  expect(toolLists.toSorted()).toEqual(profiles.toSorted());
});
