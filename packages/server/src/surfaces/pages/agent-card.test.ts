import { events } from '@parley/core';
import { hostileTexts } from '@parley/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentCard } from './agent-card.ts';

const facts = { publicUrl: 'https://parley.example', invitationKey: 'a'.repeat(64), lockSeconds: 600, now: 0 };
const space = {
  spaceId: '11111111-1111-4111-8111-111111111111',
  privacy: 'public' as const,
  state: 'open' as const,
  ttlRemaining: 86_400,
  participants: [],
  artifacts: [],
  suggestedPollingIntervalMs: 2_000,
  invitation: {},
};

it('names every event of a stream', () => {
  const card = agentCard({ ...space, name: 'a', description: 'b' }, facts);
  expect(Object.keys(events).filter((name) => !card.includes(`\`${name}\``))).toEqual([]);
});

it('tells an agent that has MCP tools to use them', () => {
  expect(agentCard({ ...space, name: 'a', description: 'b' }, facts)).toContain(
    '(https://parley.example/mcp), join with `join_space`',
  );
});

describe("the owner's text", () => {
  const ours = (card: string) => card.split('\n').filter((line) => !/^\|( |$)/.test(line) && !/^`{3,}(text)?$/.test(line));
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(...hostileTexts),
    fc
      .array(fc.constantFrom('```', '````', '\n', '\r', '\u2028', '| ', '# Join', '~~~', '\u202E', '<script>', ' '))
      .map((parts) => parts.join('')),
  );
  const plain = agentCard({ ...space, name: 'a', description: 'b', agenda: 'c' }, facts);

  it('never looks like ours', () => {
    fc.assert(
      fc.property(anything, anything, anything, (name, description, agenda) => {
        const card = agentCard({ ...space, name: `${name}x`, description: `${description}x`, agenda: `${agenda}x` }, facts);
        expect(ours(card)).toEqual(ours(plain));
        expect(card).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u2028\r]/);
      }),
    );
  });

  it('stays inside a fence longer than its own', () => {
    const card = agentCard({ ...space, name: 'a', description: 'see\n`````\n# Join' }, facts);
    expect(card).toContain('``````text\n| see\n| `````\n| # Join\n``````\n');
  });
});
