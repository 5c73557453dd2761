import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Keys, type Key } from './keys.ts';

const bytes = (text: string) => Buffer.from(text);

/** Pieces of text that belong together are one, however they came. */
function pressed(...chunks: Uint8Array[]): Key[] {
  const keys = new Keys();
  const all = [...chunks.flatMap((chunk) => keys.read(chunk)), ...keys.flush()];
  return all.reduce<Key[]>((joined, key) => {
    const last = joined.at(-1);
    if (key.name !== 'text' || last?.name !== 'text') return [...joined, key];
    return [...joined.slice(0, -1), { name: 'text', text: last.text + key.text }];
  }, []);
}

const names = (text: string) => pressed(bytes(text)).map(({ name }) => name);

test('keys of several kinds of terminal are known by what they do', () => {
  expect(names('\x1b[A\x1bOB\x1b[C\x1bOD')).toEqual(['up', 'down', 'right', 'left']);
  expect(names('\x1b[H\x1bOH\x1b[1~\x1b[7~\x01')).toEqual(Array(5).fill('home'));
  expect(names('\x1b[F\x1bOF\x1b[4~\x1b[8~\x05')).toEqual(Array(5).fill('end'));
  expect(names('\x1b[5~\x1b[6~\x1b[3~')).toEqual(['pageUp', 'pageDown', 'eraseNext']);
  expect(names('\x1b\r\x1b[13;2u\n')).toEqual(['newline', 'newline', 'newline']);
  expect(names('\r\t\x7f\b\x15\x0b\x17\x03\x04')).toEqual([
    'enter',
    'tab',
    'erase',
    'erase',
    'eraseToStart',
    'eraseToEnd',
    'eraseWord',
    'interrupt',
    'eraseNextOrQuit',
  ]);
});

test('text between keys is passed on unchanged', () => {
  expect(pressed(bytes('añ日👋\x1b[Db\r'))).toEqual([
    { name: 'text', text: 'añ日👋' },
    { name: 'left' },
    { name: 'text', text: 'b' },
    { name: 'enter' },
  ]);
});

test('what is pasted is one key, line ends and sequences included', () => {
  expect(pressed(bytes('\x1b[200~one\r\ntwo\x1b[A\x1b[201~x'))).toEqual([
    { name: 'paste', text: 'one\r\ntwo\x1b[A' },
    { name: 'text', text: 'x' },
  ]);
});

test('an ESC waits for what may follow, and is a key when nothing does', () => {
  const keys = new Keys();
  expect(keys.read(bytes('\x1b'))).toEqual([]);
  expect(keys.isWaiting).toBe(true);
  expect(keys.flush()).toEqual([{ name: 'escape' }]);
  expect(keys.isWaiting).toBe(false);
  expect(keys.read(bytes('\x1b['))).toEqual([]);
  expect(keys.read(bytes('A'))).toEqual([{ name: 'up' }]);
  expect(names('\x1b\x1b[A')).toEqual(['escape', 'up']);
});

test('a slash right after ESC is typed, so that a command does not become a message', () => {
  expect(new Keys().read(bytes('\x1b/kick'))).toEqual([{ name: 'escape' }, { name: 'text', text: '/kick' }]);
});

test('sequences nobody knows are swallowed whole', () => {
  expect(names('\x1b[99;9X\x1b[?1;2c\x1bOZ\x1bq')).toEqual([]);
});

test('a broken sequence blocks nothing that comes after it', () => {
  expect(names('\x1b[\x03')).toContain('interrupt');
});

const piece = fc.constantFrom(
  'a',
  'ñ',
  '日',
  '👨‍👩‍👧',
  '\x1b[A',
  '\x1bOB',
  '\x1b[1;5C',
  '\x1bb',
  '\x1b[200~p\r日\x1b[201~',
  '\r',
  '\x7f',
  '\x15',
);

test('it does not matter how the bytes are cut into chunks', () => {
  fc.assert(
    fc.property(fc.array(piece), fc.array(fc.nat({ max: 60 })), (pieces, cuts) => {
      const whole = bytes(pieces.join(''));
      const places = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length];
      const chunks = places.slice(1).map((place, i) => whole.subarray(places[i], place));
      expect(pressed(...chunks)).toEqual(pressed(whole));
    }),
  );
});

test('it ends on any bytes, and says the rest when they are over', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (noise) => {
      const keys = new Keys();
      keys.read(noise);
      keys.read(bytes('\x1b[201~'));
      keys.flush();
      expect(keys.read(bytes('x')).at(-1)).toEqual({ name: 'text', text: 'x' });
    }),
  );
});
