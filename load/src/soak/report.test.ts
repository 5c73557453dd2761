import { expect, it } from 'vitest';
import { report } from './report.ts';

it('has a row for each result, what held and what did not, and says what was not tried', () => {
  const results = [
    { name: 'calm', faults: [], figures: '7 messages' },
    { name: 'disk-full', faults: ['“a” was acknowledged, and is lost', 'b'], figures: '9 messages' },
    { name: 'network', faults: [], figures: '', skipped: 'needs root' },
  ];
  const told = report(results, new Map([['calm', 'Nothing happens.']]));
  expect(told.split('\n').map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
    '| scenario | verdict | measured |',
    expect.stringMatching(/^\| -+ \|/),
    '| calm | held | 7 messages |',
    '| disk-full | “a” was acknowledged, and is lost; b | 9 messages |',
    '| network | skipped: needs root | |',
    '',
    '- `calm`: Nothing happens.',
  ]);
});
