import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { assertStartable, chosenCommand, typed } from './command-line.ts';
import { agentNames, presetOf } from '../hosts/hosts.ts';

test('exactly one way to handle messages is chosen', () => {
  expect(chosenCommand({ exec: 'a | b' }, [])).toEqual({ shell: 'a | b' });
  expect(chosenCommand({}, ['node', 'x.mjs'])).toEqual({ words: ['node', 'x.mjs'] });
  expect(chosenCommand({ print: true }, [])).toBeUndefined();
  for (const [options, words] of [
    [{}, []],
    [{ exec: 'a', print: true }, []],
    [{ exec: 'a' }, ['b']],
    [{ print: true }, ['b']],
    [{ exec: 'a', agent: 'codex' }, []],
  ] as const)
    expect(() => chosenCommand(options, words)).toThrow('Choose one');
});

test('an agent is a plain command line, and words after -- are added to it', () => {
  for (const agent of agentNames) expect(chosenCommand({ agent }, [])).toEqual({ words: presetOf(agent).words });
  expect(typed(chosenCommand({ agent: 'claude' }, ['--model', "ann's"])!)).toBe(
    String.raw`claude -p 'Answer the message at the end of standard input. Print only your reply.' --model 'ann'\''s'`,
  );
});

test('a program or folder that does not exist is an error before anything is claimed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-listen-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'answer'), '#!/bin/sh\n');
  const starts =
    (...words: [string, ...string[]]) =>
    () =>
      assertStartable({ words }, folder, `/nowhere:${folder}`);
  expect(starts('answer')).toThrow('“answer” was not found');
  chmodSync(join(folder, 'answer'), 0o755);
  for (const program of ['answer', './answer', join(folder, 'answer')]) expect(starts(program)).not.toThrow();
  expect(starts('./other')).toThrow('not found');
  expect(() => assertStartable({ shell: 'x' }, join(folder, 'none'))).toThrow('no folder');
  expect(() => assertStartable({ shell: ' ' }, folder)).toThrow('empty');
});
