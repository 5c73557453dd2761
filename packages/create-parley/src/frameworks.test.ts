import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { frameworks } from './frameworks.ts';

const sdk = new URL('../../sdk/', import.meta.url);

test('every example of an agent can be chosen, and has at most 40 lines, as the guide says', () => {
  const files = readdirSync(new URL('examples/agents', sdk));
  expect(frameworks.map(({ name }) => `${name}.mjs`).toSorted()).toEqual(files.toSorted());
  const lines = files.map(
    (file) =>
      readFileSync(new URL(`examples/agents/${file}`, sdk), 'utf8')
        .trimEnd()
        .split('\n').length,
  );
  expect(Math.max(...lines)).toBeLessThanOrEqual(40);
});

test('the versions are those that the examples are tested with', () => {
  const tested = readFileSync(new URL('test/framework.ts', sdk), 'utf8');
  const ofModels = ['@ai-sdk/openai', '@langchain/openai'];
  for (const { packages } of frameworks)
    for (const [name, range] of Object.entries(packages).filter(([each]) => !ofModels.includes(each)))
      expect(tested).toContain(`'${name}@${range.slice(1)}'`);
});

test.each(frameworks.filter(({ name }) => name !== 'plain'))(
  'the page of $name shows its example and what it needs',
  ({ name, packages }) => {
    const page = readFileSync(new URL(`../../docs/guide/${name}.md`, sdk), 'utf8');
    const example = readFileSync(new URL(`examples/agents/${name}.mjs`, sdk), 'utf8');
    expect(page).toContain(`\n\`\`\`js\n${example}\`\`\`\n`);
    const [, installed = ''] = /^npm install (.*)$/m.exec(page) ?? [];
    expect(installed.split(' ').toSorted()).toEqual(Object.keys(packages).toSorted());
  },
);
