import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ErrorDetails, ServiceError } from '@parley/core';
import { linesOf } from './texts.ts';

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

/** Turns what was thrown into a refusal and its body as REST answers it. Other errors than refusals become `internal`. */
export type Refuse = (error: unknown) => { refusal: ServiceError; body: RefusalBody };

/** A refusal: the error body of REST, and its status. */
export function failureOf({ status }: ServiceError, body: RefusalBody, open?: number): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: linesOf({ ...body, status }).join('\n') }],
    structuredContent: { ...body, status },
    ...(open !== undefined && { _meta: { [openDeliveriesKey]: open } }),
  };
}
