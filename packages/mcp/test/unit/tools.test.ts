import { contract, type Operation } from '@parley/core';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { byKeys, instructionsFor, listedTools, parleyTools, profiles, toolName, type Profile } from '../../src/index.ts';

const surface = { contract: contract(), addressing: byKeys };
const all = parleyTools(surface);
const tools = [...all.values()].map(({ tool }) => tool);
const namesIn = (profile: Profile) => listedTools(all, profile).map(({ tool: { name } }) => name);
const tokens = (value: unknown): number => encode(JSON.stringify(value)).length;

interface Schema {
  type?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

/** The parts of a schema that are not of one type, or are lists of anything. */
function unusualIn(schema: Schema): Schema[] {
  const { anyOf, items, properties = {} } = schema;
  const [type, ...more] = (anyOf ?? [schema]).map((each) => each.type).filter((each) => each !== 'null');
  const isUsual = typeof type === 'string' && more.length === 0 && (type === 'array') === (items !== undefined);
  return [...(isUsual ? [] : [schema]), ...[...(items ? [items] : []), ...Object.values(properties)].flatMap(unusualIn)];
}

describe('the tools', () => {
  it('are all operations for agents, two of which share one, and four of their own', () => {
    const notForModels = ['streamMessages', 'downloadArtifact', 'exportSpace', 'getLink', 'decideLink'];
    const operations = (Object.entries(surface.contract) as [string, Operation][])
      .filter(([name, { tag, forModels }]) => tag.tools && !forModels?.isHidden && !notForModels.includes(name))
      .map(([name, operation]) => toolName(name, operation));
    const own = ['edit_artifact', 'wait_for_events', 'search_docs', 'read_doc'];
    expect([...all.keys()].sort()).toEqual([...new Set(operations), ...own].sort());
    expect(operations.filter((name) => name === 'decide_proposal')).toHaveLength(2);
  });

  it('fit into 7,150 tokens of a model in the default list, into 2,950 in the list core, and into 165 each in all', () => {
    const listed = (profile: Profile) => tokens({ tools: listedTools(all, profile).map(({ tool }) => tool) });
    expect(listed('participant')).toBeLessThan(7_150);
    expect(listed('core')).toBeLessThan(2_950);
    expect(listed('all')).toBeLessThan(165 * all.size);
    expect(tokens(instructionsFor(byKeys))).toBeLessThan(500);
  });

  it('are listed by what they are for, as the contract says', () => {
    expect(namesIn('core')).toHaveLength(14);
    expect(namesIn('core').filter((name) => /decision/.test(name))).toEqual([
      'create_decision',
      'list_decisions',
      'get_decision',
      'answer_decision',
    ]);
    expect(namesIn('participant')).toEqual(
      expect.arrayContaining([...namesIn('core'), 'create_space', 'create_invitation', 'read_doc']),
    );
    expect(namesIn('participant').filter((name) => /propos/.test(name))).toEqual([
      'propose_edit',
      'get_proposal',
      'decide_proposal',
    ]);
    expect(namesIn('participant').filter((name) => /task/.test(name))).toEqual([
      'create_task',
      'list_tasks',
      'claim_task',
      'submit_task',
      'verify_task',
      'return_task',
    ]);
    for (const profile of ['artifacts', 'tasks', 'decisions', 'owner', 'all'] as const)
      expect(namesIn(profile)).toEqual(expect.arrayContaining(namesIn('participant')));
    const operations = Object.entries(surface.contract) as [string, Operation][];
    const toolsOf = (isMeant: (operation: Operation) => boolean) =>
      operations
        .filter(([name, each]) => isMeant(each) && all.has(toolName(name, each)))
        .map(([name, each]) => toolName(name, each));
    const isInNoOtherList = ({ forModels }: Operation) => forModels?.group === undefined;
    expect(namesIn('owner')).toEqual(expect.arrayContaining(toolsOf((each) => each.auth === 'owner' && isInNoOtherList(each))));
    expect(namesIn('artifacts')).toEqual(
      expect.arrayContaining(toolsOf(({ tag, auth }) => ['Artifacts', 'Proposals'].includes(tag.name) && auth !== 'owner')),
    );
    expect(namesIn('decisions')).toEqual(expect.arrayContaining(['withdraw_decision', 'close_decision']));
    expect(namesIn('tasks')).toEqual(expect.arrayContaining(toolsOf(({ tag }) => tag.name === 'Tasks')));
    expect(namesIn('all')).toEqual([...all.keys()]);
    expect(namesIn('participant')).not.toEqual(expect.arrayContaining(['kick_participant']));
  });

  it('say what a model must know', () => {
    for (const { name, title, description = '', inputSchema, annotations, ...rest } of tools) {
      expect(title, name).toMatch(/^[A-Z]/);
      expect(description.split(/\s+/).length, name).toBeLessThan(120);
      expect(description.length, name).toBeGreaterThan(20);
      expect(Object.keys(annotations!).sort(), name).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
      ]);
      for (const field of inputSchema.required ?? []) expect(inputSchema.properties, name).toHaveProperty(field);
      // No reference leads out of a schema, which some hosts could not follow.
      expect(JSON.stringify([inputSchema, rest]), name).not.toContain('$ref');
    }
  });

  it('take no unions but with null, and no lists of types, which hosts with a restricted JSON Schema refuse', () => {
    for (const { name, inputSchema } of tools) expect(unusualIn(inputSchema as Schema), name).toEqual([]);
    const { voters } = all.get('create_decision')!.tool.inputSchema.properties as Record<string, object>;
    expect(voters).toMatchObject({ type: 'array', items: { type: 'string' }, default: ['owner'] });
  });

  it.each(profiles)('of the profile %s speak only of tools and fields that a model sees', (profile) => {
    const listed = new Set(namesIn(profile));
    for (const { tool } of listedTools(all, profile)) {
      const text = JSON.stringify([tool.description, tool.inputSchema]);
      for (const name of [...all.keys()].filter((each) => !listed.has(each)))
        expect(tool.description, tool.name).not.toContain(name);
      for (const operation of Object.keys(surface.contract).filter((each) => !(each in tool.inputSchema.properties!)))
        expect(text, tool.name).not.toContain(`\`${operation}\``);
      expect(text, tool.name).not.toMatch(/`Location`|`Authorization`|`timestamp`|\b20[02]\b/);
    }
  });
});
