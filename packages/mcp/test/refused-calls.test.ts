import { ServiceError, type ErrorCode } from '@parley/core';
import { expect, it } from 'vitest';
import { callTool, openDeliveriesKey, type Host, type ParleyTool } from '../src/index.ts';

it.each<[ErrorCode, boolean]>([
  ['not_found', true],
  ['rate_limited', false],
  ['internal', false],
])('a call that is refused as %s counts the deliveries that wait: %s', async (code, isCounted) => {
  let counted = 0;
  const host = { openDeliveries: async () => (counted += 1) } as Partial<Host> as Host;
  const refused = new ServiceError(code, 'No');
  const tool: ParleyTool = {
    tool: { name: 'refuse', inputSchema: { type: 'object' } },
    call: () => Promise.reject(refused),
  };
  const refuse = () => ({ refusal: refused, body: { error: 'No', code } });
  const { _meta } = await callTool(host, tool, {}, new AbortController().signal, refuse);
  expect(counted).toBe(isCounted ? 1 : 0);
  expect(_meta).toEqual(isCounted ? { [openDeliveriesKey]: 1 } : undefined);
});
