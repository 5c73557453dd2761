import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ErrorDetails, ServiceError } from '@parley/core';
import { enclosed, linesOf } from './texts.ts';

/** The key in `_meta` of results: how many deliveries to the caller are open. */
export const openDeliveriesKey = 'parley/openDeliveries';

/** A delivery that the caller has claimed is open too. */
const openOnes = (count: number): string =>
  `${count} ${count === 1 ? 'delivery' : 'deliveries'} to you ${count === 1 ? 'is' : 'are'} open: claim_delivery takes the oldest that is queued; ` +
  'send_message with replyTo, or settle_delivery, ends one that you claimed.';

/** The answer of a tool: structured for programs, and the same in plain lines. `open` deliveries are announced. */
export function resultOf(answer: Record<string, unknown>, open: number | undefined): CallToolResult {
  const lines = linesOf(answer);
  if (open) lines.push(openOnes(open));
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

/** A refusal: the error body of REST, and its status. A server of a stranger could put any text into it. */
export function failureOf({ status }: ServiceError, body: RefusalBody, open?: number): CallToolResult {
  const answer = enclosed({ ...body, status }) as Record<string, unknown>;
  return {
    content: [{ type: 'text', text: linesOf(answer).join('\n') }],
    structuredContent: answer,
    isError: true,
    ...(open !== undefined && { _meta: { [openDeliveriesKey]: open } }),
  };
}
