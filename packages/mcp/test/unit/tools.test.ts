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

  it('fit into 4,000 tokens of a model in the default list, into 2,000 in the list core, and into 110 each in all', () => {
    const listed = (profile: Profile) => tokens({ tools: listedTools(all, profile).map(({ tool }) => tool) });
    expect(listed('participant')).toBeLessThanOrEqual(4_000);
    expect(listed('core')).toBeLessThanOrEqual(2_000);
    expect(listed('all')).toBeLessThanOrEqual(110 * all.size);
    expect(tokens(instructionsFor(byKeys))).toBeLessThanOrEqual(400);
  });

  it.each(profiles.filter((each) => each !== 'all'))('of %s are for a key those that it can run, without the key', (profile) => {
    const foreign = { owner: ['participant', 'invitation', 'none'], participant: ['owner', 'invitation', 'none'] };
    for (const role of ['owner', 'participant'] as const) {
      const shown = listedTools(all, profile, role);
      const expected = listedTools(all, profile).filter(({ auth = '' }) => !foreign[role].includes(auth));
      expect(shown.map(({ tool }) => tool.name)).toEqual(expected.map(({ tool }) => tool.name));
      expect(JSON.stringify(shown)).not.toContain('"privateKey"');
    }
  });

  it('are all in the list all, whatever key there is, with an argument for another one', () => {
    expect(listedTools(all, 'all', 'participant')).toEqual([...all.values()]);
    expect(all.get('kick_participant')!.tool.inputSchema.properties).toHaveProperty('privateKey');
  });

  it('have annotations that differ from what clients assume without them', () => {
    const annotationsOf = (name: string) => all.get(name)!.tool.annotations;
    expect(annotationsOf('get_space')).toEqual({ readOnlyHint: true });
    expect(annotationsOf('send_message')).toEqual({ destructiveHint: false });
    expect(annotationsOf('update_space')).toEqual({ destructiveHint: false, idempotentHint: true });
    expect(annotationsOf('edit_artifact')).toEqual({ destructiveHint: true });
    expect(annotationsOf('read_doc')).toEqual({ readOnlyHint: true, openWorldHint: false });
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
    expect(namesIn('participant').filter((name) => /deliver/.test(name))).toEqual(['claim_delivery', 'settle_delivery']);
    expect(namesIn('participant').filter((name) => /task/.test(name))).toEqual([
      'create_task',
      'list_tasks',
      'claim_task',
      'submit_task',
      'verify_task',
      'return_task',
    ]);
    for (const profile of ['deliveries', 'artifacts', 'tasks', 'decisions', 'owner', 'all'] as const)
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
    expect(namesIn('deliveries')).toEqual(expect.arrayContaining(toolsOf(({ tag }) => tag.name === 'Deliveries')));
    expect(namesIn('tasks')).toEqual(expect.arrayContaining(toolsOf(({ tag }) => tag.name === 'Tasks')));
    expect(namesIn('all')).toEqual([...all.keys()]);
    expect(namesIn('participant')).not.toEqual(expect.arrayContaining(['kick_participant']));
  });

  it('say what a model must know', () => {
    for (const { name, description = '', inputSchema, ...rest } of tools) {
      expect(description.split(/\s+/).length, name).toBeLessThan(120);
      expect(description.length, name).toBeGreaterThan(20);
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
