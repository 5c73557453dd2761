import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { answerTo } from './command-line.ts';
import { settingNames } from '../config.ts';

it('without arguments the server starts', () => expect(answerTo([])).toBeUndefined());

it.each(['--version', '-v'])('%s prints the version of the package', (word) => {
  expect(answerTo([word])).toEqual({ exitCode: 0, text: manifest.version });
});

it.each(['--help', '-h'])('%s lists every setting and no other', (word) => {
  const { exitCode, text } = answerTo([word])!;
  const names = [...text.matchAll(/^ {2}(.+) \(default: .+\)$/gm)].flatMap(([, named]) => named!.split(', '));
  expect(names.toSorted()).toEqual(settingNames.toSorted());
  expect(exitCode).toBe(0);
  expect(text).not.toMatch(/\]\(/);
});

it('any other argument is refused with a hint at --help', () => {
  expect(answerTo(['--port', '80'])).toMatchObject({ exitCode: 2, text: expect.stringMatching(/--port.*--help/) as string });
});
