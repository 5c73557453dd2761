import { expect, test } from 'vitest';
import { hookEvents } from '../hosts/events.ts';
import { mayShow } from './input.ts';

test('an agent that stops is held back once, and not when it continues because of a hook', () => {
  expect(mayShow({}, 'stop')).toBe(true);
  expect(mayShow({ stop_hook_active: false }, 'stop')).toBe(true);
  expect(mayShow({ stop_hook_active: true }, 'stop')).toBe(false);
  expect(mayShow({ status: 'completed', loop_count: 0 }, 'stop')).toBe(true);
  expect(mayShow({ status: 'completed', loop_count: 1 }, 'stop')).toBe(false);
});

test('a turn that its user has aborted does not go on', () => {
  for (const status of ['aborted', 'error']) expect(mayShow({ status, loop_count: 0 }, 'stop')).toBe(false);
});

test('what is shown goes to the agent that can answer, not to a subagent', () => {
  for (const event of hookEvents) {
    expect(mayShow({ agent_id: 'a1' }, event)).toBe(false);
    expect(mayShow({ session_id: 's1' }, event)).toBe(true);
  }
});
