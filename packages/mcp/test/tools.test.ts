import { contract } from '@parley/core';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { byKeys, instructionsFor, parleyTools, toolName } from '../src/index.ts';
import { writtenByCallers } from '../src/texts.ts';

const surface = { contract: contract(), addressing: byKeys };
const all = parleyTools(surface);
const tools = [...all.values()].map(({ tool }) => tool);
const tokens = (value: unknown): number => encode(JSON.stringify(value)).length;

describe('the tools', () => {
  it('are all operations for agents, and four of their own', () => {
    const tags = ['Spaces', 'Invitations', 'Participants', 'Messages', 'Deliveries', 'Artifacts', 'Linking'];
    const notForModels = ['streamMessages', 'downloadArtifact', 'getLink', 'decideLink'];
    const operations = Object.entries(surface.contract)
      .filter(([name, { tag }]) => tags.includes(tag) && !notForModels.includes(name))
      .map(([name]) => toolName(name));
    expect([...all.keys()].sort()).toEqual([...operations, 'edit_artifact', 'wait_for_events', 'search_docs', 'read_doc'].sort());
  });

  it('fit into 6,000 tokens of a model, and those of an attendee into 2,000', () => {
    expect(tokens({ tools })).toBeLessThan(6_000);
    const core = [...parleyTools(surface, 'core').values()].map(({ tool }) => tool);
    expect(core).toHaveLength(10);
    expect(tokens({ tools: core })).toBeLessThan(2_000);
    expect(tokens(instructionsFor(byKeys))).toBeLessThan(500);
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

  it.each(['all', 'core'] as const)('of the profile %s speak only of tools and fields that a model sees', (profile) => {
    const offered = parleyTools(surface, profile);
    for (const { tool } of offered.values()) {
      const text = JSON.stringify([tool.description, tool.inputSchema]);
      for (const name of [...all.keys()].filter((each) => !offered.has(each)))
        expect(tool.description, tool.name).not.toContain(name);
      for (const operation of Object.keys(surface.contract).filter((each) => !(each in tool.inputSchema.properties!)))
        expect(text, tool.name).not.toContain(`\`${operation}\``);
      expect(text, tool.name).not.toMatch(/`Location`|`Authorization`|`timestamp`|\b20[02]\b/);
    }
  });

  it('name only fields that their answers have', () => {
    for (const [name, { output, example }] of Object.entries(surface.contract)) {
      const { tool } = all.get(toolName(name)) ?? {};
      if (!tool) continue;
      expect(z.safeParse(output, example.output).success, name).toBe(true);
      for (const field of (tool.outputSchema?.['required'] as string[] | undefined) ?? [])
        expect(Object.keys(example.output as object), `${name}.${field}`).toContain(field);
    }
  });
});

describe('texts of participants', () => {
  /** Texts that the service itself makes or chooses. */
  const ours = ['ownerPrivateKey', 'privateKey', 'participantPrivateKey', 'publicInvitationKey', 'deviceCode', 'token', 'prefix'];

  it('are all known by the names of their fields, so that none reaches a model outside an envelope', () => {
    const unknown = new Set<string>();
    const walk = (schema: z.core.JSONSchema.BaseSchema, field: string): void => {
      const isFree = schema.type === 'string' && !schema.format && !schema.enum && schema.const === undefined;
      if (isFree && !(field in writtenByCallers) && !ours.includes(field)) unknown.add(field);
      for (const [name, inner] of Object.entries(schema.properties ?? {})) walk(inner as z.core.JSONSchema.BaseSchema, name);
      for (const inner of [schema.items, ...(schema.anyOf ?? [])].flat()) if (typeof inner === 'object') walk(inner, field);
      for (const inner of Object.values(schema.$defs ?? {})) walk(inner, field);
    };
    for (const [name, { output }] of Object.entries(surface.contract))
      if (all.has(toolName(name))) walk(z.toJSONSchema(output, { unrepresentable: 'any' }), name);
    expect([...unknown]).toEqual([]);
  });
});
