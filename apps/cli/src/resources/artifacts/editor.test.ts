import { afterEach, expect, test, vi } from 'vitest';
import { editInEditor } from './editor.ts';

afterEach(() => vi.unstubAllEnvs());

const edited = (text: string, editor: string, yes?: boolean) => {
  vi.stubEnv('VISUAL', editor);
  return editInEditor(text, yes);
};

test.each([
  ['CRLF', '# Plan\r\n\r\none\r\n'],
  ['mixed line endings', '# Plan\r\n\none\r\nthree\n'],
  ['no ending of the last line', '# Plan\r\none'],
  ['a byte order mark', '\uFEFF# Plan\r\none\r\n'],
])('a text with %s keeps what an editor that writes LF does not change', async (_, text) => {
  const normalizing = String.raw`sed -i -e 's/\r$//' -e '1s/^\xEF\xBB\xBF//'`;
  expect(await edited(text, normalizing)).toBeUndefined();
  expect(await edited(text, `${normalizing} -e s/one/two/`)).toBe(text.replace('one', 'two'));
});

test('a text is emptied only if its user agrees', async () => {
  await expect(edited('one\n', 'truncate -s 0')).rejects.toThrow('The editor left no text; the artifact would be empty');
  expect(await edited('one\n', 'truncate -s 0', true)).toBe('');
  expect(await edited('', 'truncate -s 0')).toBeUndefined();
});
