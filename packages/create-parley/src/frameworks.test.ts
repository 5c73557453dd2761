import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { frameworks } from './frameworks.ts';

const sdk = new URL('../../sdk/', import.meta.url);

test('every example of an agent can be chosen', () => {
  const examples = readdirSync(new URL('examples/agents', sdk)).map((file) => file.replace('.mjs', ''));
  expect(frameworks.map(({ name }) => name).toSorted()).toEqual(examples.toSorted());
});

test('the versions are those that the examples are tested with', () => {
  const tested = readFileSync(new URL('test/framework.ts', sdk), 'utf8');
  const ofModels = ['@ai-sdk/openai', '@langchain/openai'];
  for (const { packages } of frameworks)
    for (const [name, range] of Object.entries(packages).filter(([each]) => !ofModels.includes(each)))
      expect(tested).toContain(`'${name}@${range.slice(1)}'`);
});
