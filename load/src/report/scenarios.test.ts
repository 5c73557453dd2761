import { expect, it } from 'vitest';
import { outcomeOf, runEach, type Found } from './scenarios.ts';

const named = (name: string, missing?: () => string) => ({ name, does: `Does ${name}.`, missing });
const scenarios = [named('calm'), named('disk'), named('network', () => 'needs root'), named('broken')];
const found: Record<string, Found> = {
  calm: { faults: [], cells: ['7 messages'] },
  disk: { faults: ['“a” is lost', 'b | c'], cells: ['9 messages'] },
};

it('has a row for each result, what held and what did not, and says what was not tried', async () => {
  const results = await runEach(scenarios, async ({ name }) => {
    if (!found[name]) throw new Error('no server');
    return found[name];
  });
  const { table, summary, isGood } = outcomeOf(['scenario', 'verdict', 'measured'], results, 'a database');
  expect(table.split('\n').map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
    '| scenario | verdict | measured |',
    expect.stringMatching(/^\| -+ \|/),
    '| calm | held | 7 messages |',
    '| disk | “a” is lost; b / c | 9 messages |',
    '| network | skipped: needs root | |',
    '| broken | it failed to run: no server | |',
    '',
    ...scenarios.map(({ name, does }) => `- \`${name}\`: ${does}`),
  ]);
  expect([summary, isGood]).toEqual(['1 held, 2 did not, 1 skipped', false]);
});
