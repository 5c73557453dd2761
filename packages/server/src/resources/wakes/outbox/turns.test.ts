import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { quickMs, type ReceiverSlot, type WantedSlot } from './places.ts';
import { Turns } from './turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const wanted: WantedSlot = { network: '192.0.2.1', spaceId: 'one', isTrial: false, isQuick: true };
const running = new AbortController().signal;

function given() {
  const turns = new Turns(() => Date.now());
  const got: [name: string, place: ReceiverSlot | undefined][] = [];
  const ask = (name: string, more: Partial<WantedSlot> = {}, stopping = running) =>
    void turns.take({ ...wanted, ...more }, stopping).then((place) => got.push([name, place]));
  const names = async () => {
    await vi.advanceTimersByTimeAsync(0);
    return got.map(([name, place]) => `${name}${place ? '' : ' without'}`);
  };
  return { turns, got, ask, names };
}

describe('turns', () => {
  it('come in the order in which they are asked for', async () => {
    const { turns, got, ask, names } = given();
    for (let i = 1; i <= 7; i += 1) ask(String(i));
    expect(await names()).toEqual(['1', '2', '3', '4']);
    turns.end(got[2]![1]!, true);
    expect(await names()).toEqual(['1', '2', '3', '4', '5']);
    ask('late');
    turns.end(got[0]![1]!, true);
    turns.end(got[1]![1]!, true);
    expect(await names()).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  });

  it('pass over those who have to wait for others of their network address', async () => {
    const { ask, names } = given();
    for (let i = 1; i <= 5; i += 1) ask(String(i));
    ask('elsewhere', { network: '192.0.2.2', spaceId: 'two' });
    expect(await names()).toEqual(['1', '2', '3', '4', 'elsewhere']);
  });

  it('come when others last too long to count as quick', async () => {
    const { ask, names } = given();
    for (let i = 1; i <= 5; i += 1) ask(String(i));
    await vi.advanceTimersByTimeAsync(quickMs + 250);
    expect(await names()).toEqual(['1', '2', '3', '4', '5']);
  });

  it('are refused at once while the one request of a slow network address lasts', async () => {
    const { turns, got, ask, names } = given();
    ask('failing', { isQuick: false });
    await names();
    turns.end(got[0]![1]!, false);
    ask('probe', { isQuick: false });
    ask('other', { isQuick: false });
    expect(await names()).toEqual(['failing', 'probe', 'other without']);
  });

  it('are refused after a while, and when the process stops, and no timer is left', async () => {
    const { turns, got, ask, names } = given();
    const stopping = new AbortController();
    for (let i = 1; i <= 4; i += 1) ask(String(i));
    ask('stopped', {}, stopping.signal);
    await names();
    stopping.abort();
    expect(await names()).toEqual(['1', '2', '3', '4', 'stopped without']);
    for (let i = 0; i < 3; i += 1) ask(`more ${i}`, { network: `192.0.2.${i + 2}`, spaceId: 'one', isQuick: true });
    ask('patient', { isTrial: true, isQuick: false });
    ask('second', { isTrial: true, isQuick: false });
    ask('third', { isTrial: true, isQuick: false });
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await names()).filter((name) => name.endsWith('without'))).toContain('third without');
    for (const [, place] of got) if (place) turns.end(place, true);
    expect(vi.getTimerCount()).toBe(0);
  });
});
