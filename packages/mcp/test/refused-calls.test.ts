import { ServiceError, type ErrorCode } from '@parley/core';
import { expect, it } from 'vitest';
import { callTool, openDeliveriesKey, type Backend, type ParleyTool } from '../src/index.ts';

it.each<[ErrorCode, boolean]>([
  ['not_found', true],
  ['rate_limited', false],
  ['internal', false],
])('a call that is refused as %s counts the deliveries that wait: %s', async (code, isCounted) => {
  let counted = 0;
  const backend = { openDeliveries: async () => (counted += 1) } as Partial<Backend> as Backend;
  const refused = new ServiceError(code, 'No');
  const tool: ParleyTool = {
    tool: { name: 'refuse', inputSchema: { type: 'object' } },
    call: () => Promise.reject(refused),
  };
  const refuse = () => ({ refusal: refused, body: { error: 'No', code } });
  const { _meta } = await callTool(backend, tool, {}, new AbortController().signal, refuse);
  expect(counted).toBe(isCounted ? 1 : 0);
  expect(_meta).toEqual(isCounted ? { [openDeliveriesKey]: 1 } : undefined);
});
