import { contract, type Operation } from '@parley/core';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { byKeys, instructionsFor, listedTools, parleyTools, profiles, toolName, type Profile } from '../../src/index.ts';

const surface = { contract: contract(), addressing: byKeys };
const all = parleyTools(surface);
const tools = [...all.values()].map(({ tool }) => tool);
const namesIn = (profile: Profile) => listedTools(all, profile).map(({ tool: { name } }) => name);
const tokens = (value: unknown): number => encode(JSON.stringify(value)).length;

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

  it('fit into 6,000 tokens of a model in the default list, into 2,000 in the list core, and into 165 each in all', () => {
    const listed = (profile: Profile) => tokens({ tools: listedTools(all, profile).map(({ tool }) => tool) });
    expect(listed('participant')).toBeLessThan(6_000);
    expect(listed('core')).toBeLessThan(2_000);
    expect(listed('all')).toBeLessThan(165 * all.size);
    expect(tokens(instructionsFor(byKeys))).toBeLessThan(500);
  });

  it('are listed by what they are for, as the contract says', () => {
    expect(namesIn('core')).toHaveLength(10);
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
    for (const profile of ['artifacts', 'tasks', 'owner', 'all'] as const)
      expect(namesIn(profile)).toEqual(expect.arrayContaining(namesIn('participant')));
    const operations = Object.entries(surface.contract) as [string, Operation][];
    const toolsOf = (isMeant: (operation: Operation) => boolean) =>
      operations
        .filter(([name, each]) => isMeant(each) && all.has(toolName(name, each)))
        .map(([name, each]) => toolName(name, each));
    expect(namesIn('owner')).toEqual(expect.arrayContaining(toolsOf(({ auth }) => auth === 'owner')));
    expect(namesIn('artifacts')).toEqual(
      expect.arrayContaining(toolsOf(({ tag, auth }) => ['Artifacts', 'Proposals'].includes(tag.name) && auth !== 'owner')),
    );
    expect(namesIn('tasks')).toEqual(expect.arrayContaining(toolsOf(({ tag }) => tag.name === 'Tasks')));
    expect(namesIn('all')).toEqual([...all.keys()]);
    expect(namesIn('participant')).not.toEqual(expect.arrayContaining(['kick_participant']));
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))('%s says what a model must know', (_, tool) => {
    const { title, description = '', inputSchema, outputSchema, annotations } = tool;
    expect(title).toMatch(/^[A-Z]/);
    expect(description.split(/\s+/).length).toBeLessThan(120);
    expect(description.length).toBeGreaterThan(20);
    expect(inputSchema.type).toBe('object');
    expect(outputSchema?.['type']).toBe('object');
    expect(Object.keys(annotations!).sort()).toEqual(['destructiveHint', 'idempotentHint', 'openWorldHint', 'readOnlyHint']);
    for (const field of inputSchema.required ?? []) expect(inputSchema.properties).toHaveProperty(field);
    // No reference leads out of a schema, which some hosts could not follow.
    expect(JSON.stringify(tool)).not.toContain('$ref');
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

  it('name only fields that their answers have', () => {
    for (const [name, operation] of Object.entries(surface.contract) as [string, Operation][]) {
      const { output, example } = operation;
      const { tool } = all.get(toolName(name, operation)) ?? {};
      if (!tool) continue;
      expect(z.safeParse(output, example.output).success, name).toBe(true);
      for (const field of (tool.outputSchema?.['required'] as string[] | undefined) ?? [])
        expect(Object.keys(example.output as object), `${name}.${field}`).toContain(field);
    }
  });
});
