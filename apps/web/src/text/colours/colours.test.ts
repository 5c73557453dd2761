import { beforeEach, expect, it, vi } from 'vitest';

/** Colours all code but `hostile`, for which it never answers. */
class ColouringWorker extends EventTarget {
  static asked = 0;
  readonly terminate = vi.fn<() => void>();

  postMessage({ text }: { text: string }): void {
    ColouringWorker.asked += 1;
    if (!text.startsWith('hostile')) this.dispatchEvent(new MessageEvent('message', { data: [[text, 'hljs-keyword']] }));
  }
}

vi.mock('../../app/workers.ts', () => ({ startColouring: () => new ColouringWorker() }));

let colouredCode: typeof import('./colours.ts').colouredCode;
let forgetColours: typeof import('./colours.ts').forgetColours;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  ColouringWorker.asked = 0;
  ({ colouredCode, forgetColours } = await import('./colours.ts'));
  return () => vi.useRealTimers();
});

async function colour(text: string) {
  const pieces = colouredCode(text, 'ts');
  await vi.runAllTimersAsync();
  return pieces;
}

it('a block of code that is drawn again is coloured once', async () => {
  for (let i = 0; i < 3; i += 1) expect(await colour('const')).toEqual([['const', 'hljs-keyword']]);
  expect(ColouringWorker.asked).toBe(1);
});

it('a block of code that was forgotten is coloured anew', async () => {
  await colour('const');
  forgetColours();
  expect(await colour('const')).toEqual([['const', 'hljs-keyword']]);
  expect(ColouringWorker.asked).toBe(2);
});

it('one hostile block, drawn again and again, takes no colours from others', async () => {
  for (let i = 0; i < 5; i += 1) expect(await colour('hostile')).toBe('slow');
  expect(await colour('const')).toEqual([['const', 'hljs-keyword']]);
});

it('three hostile blocks end the colours of this visit, which each block says from then on', async () => {
  for (let i = 0; i < 3; i += 1) await colour(`hostile ${i}`);
  expect(await colour('const')).toBe('slow');
});
