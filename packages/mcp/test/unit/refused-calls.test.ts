import { statusOf, ServiceError, type ErrorCode } from '@parley/core';
import { expect, it } from 'vitest';
import { callTool, openDeliveriesKey, refusalKey, type Backend, type ParleyTool } from '../../src/index.ts';

it.each<[ErrorCode, boolean]>([
  ['not_found', true],
  ['rate_limited', false],
  ['internal', false],
])('a call that is refused as %s counts the deliveries that wait: %s', async (code, isCounted) => {
  let counted = 0;
  const openWork = async () => ({ queued: (counted += 1), claimed: [] });
  const backend = { openWork } as Partial<Backend> as Backend;
  const refused = new ServiceError(code, 'No');
  const tool: ParleyTool = {
    form: { kind: 'word' },
    group: 'core',
    permission: 'read' as const,
    tool: { name: 'refuse', inputSchema: { type: 'object' } },
    call: () => Promise.reject(refused),
  };
  const refuse = () => ({ refusal: refused, body: { error: 'No', code } });
  const { _meta } = await callTool(backend, tool, {}, new AbortController().signal, refuse);
  expect(counted).toBe(isCounted ? 1 : 0);
  const status = statusOf(refused);
  expect(_meta).toEqual({ [refusalKey]: { error: 'No', code, status }, ...(isCounted && { [openDeliveriesKey]: 1 }) });
});
