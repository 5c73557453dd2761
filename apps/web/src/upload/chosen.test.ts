import { describe, expect, it } from 'vitest';
import { chosen, fittingName } from './chosen.ts';

const file = (name: string, size = 1) => ({ name, size });
const most = 10 * 1024 * 1024;

describe('chosen', () => {
  it('takes files up to the limit of the service', () => {
    const files = [file('empty', 0), file('a.log'), file('full.zip', most)];
    expect(chosen(files, 0, most)).toEqual({ taken: files, refusal: '' });
  });

  it('names each file that is too large, with both sizes, and takes the others', () => {
    const { taken, refusal } = chosen([file('a.log'), file('film.mp4', most + 1), file('b.log')], 0, most);
    expect(taken.map(({ name }) => name)).toEqual(['a.log', 'b.log']);
    expect(refusal).toBe('“film.mp4” is too large: it has a little more than the 10 MB that a file can have.');
    expect(chosen([file('film.mp4', 2 * most)], 0, most).refusal).toContain('it has 20 MB, and a file can have 10 MB.');
  });

  it('takes ten files for a message, with those that it has, and says how many are left out', () => {
    const files = Array.from({ length: 12 }, (_, i) => file(`${i}.txt`));
    expect(chosen(files, 0, most)).toEqual({ taken: files.slice(0, 10), refusal: 'A message can have 10 files: 2 left out.' });
    expect(chosen(files, 9, most).taken).toEqual([files[0]]);
    expect(chosen(files.slice(0, 1), 10, most).taken).toEqual([]);
    expect(chosen(files.slice(0, 1), 11, most).taken).toEqual([]);
  });
});

describe('fittingName', () => {
  it.each(['build.log', 'größe (2).md', '<img src=x onerror=owned()>', '.env'])('keeps %j', (name) => {
    expect(fittingName(name)).toBe(name);
  });

  it.each(['', '  ', '\0'])('names a file that is called %j', (name) => expect(fittingName(name)).toBe('file'));

  it('cuts a long name to 255 bytes between characters, and keeps its ending', () => {
    const cut = fittingName(`${'ü🙂'.repeat(100)}.tar`);
    expect(new TextEncoder().encode(cut).length).toBeLessThanOrEqual(255);
    expect(cut).toMatch(/^(ü🙂)+ü?\.tar$/);
    expect(fittingName('x'.repeat(300))).toBe('x'.repeat(255));
    expect(fittingName('.'.repeat(300))).toHaveLength(255);
  });

  it('replaces halves of characters, which cannot be stored', () => expect(fittingName('a\ud83d.txt')).toBe('a\ufffd.txt'));
});
