import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { ask } from './ask.ts';

function terminal() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let shown = '';
  output.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  return { input, output, shown: () => shown };
}

test('a secret answer is not shown, and another one is', async () => {
  const { shown, ...place } = terminal();
  const secret = ask('Link:', place, true);
  place.input.write('https://hidden.example\n');
  expect(await secret).toBe('https://hidden.example');
  expect(shown()).toContain('Link:');
  expect(shown()).not.toContain('hidden');
  const name = ask('Name:', place);
  place.input.write(' Ada \n');
  expect(await name).toBe('Ada');
  expect(shown()).toContain('Ada');
});

test('whoever ends the input is told that nothing was written', async () => {
  const { shown: _, ...place } = terminal();
  const answer = ask('Name:', place);
  place.input.end();
  await expect(answer).rejects.toThrow('Nothing was written');
});
