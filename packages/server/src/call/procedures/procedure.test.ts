import { contract as contractWith, defaultLimits } from '@parley/core';
import { expect, it, vi } from 'vitest';
import type { Answered } from '../request.ts';
import { callsOf, proceduresOf } from './procedure.ts';
import { createRouter } from './router.ts';

const contract = contractWith(defaultLimits);
const input = { spaceId: 'c8d6f8b6-6d5b-4a5e-9d5e-2f1c1b1a1a1a' };
const answered = { answer: 'the space', status: 200, replayed: false, isMinimal: false };

function served() {
  const pipeline = { run: vi.fn<() => Promise<Answered>>(async () => answered), assertKeyShown: vi.fn<() => void>() };
  const procedures = proceduresOf(contract, pipeline);
  return { pipeline, router: createRouter(contract, procedures), calls: callsOf(procedures, pipeline) };
}

it('a tRPC client and every other surface run the same steps', async () => {
  const { pipeline, router, calls } = served();
  const metadata = {};
  const answers: Answered[] = [];
  expect(await calls.call('getSpace', input, metadata)).toBe(answered);
  expect(await router.createCaller({ requestId: 'r', metadata, answers }).getSpace(input)).toBe('the space');
  expect(answers).toEqual([answered]);
  expect(pipeline.run.mock.calls).toEqual([
    ['getSpace', input, metadata],
    ['getSpace', input, metadata],
  ]);
});

it('a missing key is refused before the input is looked at, and wrong input before anything runs', async () => {
  const { pipeline, calls } = served();
  await expect(calls.call('getSpace', {}, {})).rejects.toMatchObject({ code: 'space_not_found' });
  pipeline.assertKeyShown.mockImplementation(() => {
    throw new Error('no key');
  });
  await expect(calls.call('getSpace', {}, {})).rejects.toThrow('no key');
  expect(pipeline.run).not.toHaveBeenCalled();
});
