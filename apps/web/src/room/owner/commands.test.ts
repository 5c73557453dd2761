import { expect, test } from 'vitest';
import { commandsFor } from './commands.ts';

test('the commands of an invitation name its card and the service', () => {
  const agentLink = 'https://parley.example/space/5b1d4a1e/key/.well-known/agent.md';
  expect(commandsFor({ agentLink }, 'https://parley.example').map(({ text }) => text)).toEqual([
    agentLink,
    'claude mcp add --transport http parley https://parley.example/mcp',
    `Join the Parley space ${agentLink}`,
    `parley join ${agentLink} --name NAME`,
  ]);
});
