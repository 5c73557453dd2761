import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ErrorDetails, ServiceError } from '@parley/core';
import { enclosed, linesOf } from './texts.ts';

/** The key in `_meta` of results: how many deliveries to the caller are open. */
export const openDeliveriesKey = 'parley/openDeliveries';

const waiting = (count: number): string =>
  `${count} ${count === 1 ? 'delivery waits' : 'deliveries wait'} for you: claim_delivery gives you the oldest one.`;

/** The answer of a tool: structured for programs, and the same in plain lines. `open` deliveries are announced. */
export function resultOf(answer: Record<string, unknown>, open: number | undefined): CallToolResult {
  const lines = linesOf(answer);
  if (open) lines.push(waiting(open));
  return {
    content: [{ type: 'text', text: lines.join('\n') || 'Done.' }],
    structuredContent: answer,
    ...(open !== undefined && { _meta: { [openDeliveriesKey]: open } }),
  };
}

/** The body of a refusal, as REST answers it. */
export type RefusalBody = { error: string; code: string; requestId?: string } & ErrorDetails;

/** A refusal: the error body of REST, and its status. A server of a stranger could put any text into it. */
export function failureOf({ status }: ServiceError, body: RefusalBody, open?: number): CallToolResult {
  const answer = enclosed({ ...body, status }) as Record<string, unknown>;
  return {
    isError: true,
    content: [{ type: 'text', text: linesOf(answer).join('\n') }],
    structuredContent: answer,
    ...(open !== undefined && { _meta: { [openDeliveriesKey]: open } }),
  };
}
