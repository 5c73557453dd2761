import { expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { answerTo } from './command-line.ts';
import { settingNames } from './config.ts';

it('a command line that asks nothing starts the server', () => expect(answerTo([])).toBeUndefined());

it.each(['--version', '-v'])('%s tells the version of the package', (word) => {
  expect(answerTo([word])).toEqual({ exitCode: 0, text: manifest.version });
});

it.each(['--help', '-h'])('%s names every setting that there is, and no other', (word) => {
  const { exitCode, text } = answerTo([word])!;
  const names = [...text.matchAll(/^ {2}(.+) \(default: .+\)$/gm)].flatMap(([, named]) => named!.split(', '));
  expect(names.toSorted()).toEqual(settingNames.toSorted());
  expect(exitCode).toBe(0);
});

it('what is no question is wrong usage, and told what there is instead', () => {
  expect(answerTo(['--port', '80'])).toMatchObject({ exitCode: 2, text: expect.stringMatching(/--port.*--help/) as string });
});
