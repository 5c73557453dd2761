import type { CallToolResult } from '@modelcontextprotocol/server';
import { statusOf, errorBody, type ErrorDetails, type ServiceError } from '@parley/core';
import { z } from 'zod';
import type { OpenWork } from './backend.ts';
import { formOf } from './form.ts';
import { afterAnswer } from './next-steps.ts';
import { Page } from './page.ts';
import { openWorkField, openWorkMeta, openWorkNotice } from './resources/index.ts';
import { show } from './show.ts';
import { shownOf, structuredOf } from './structured.ts';
import type { ParleyTool } from './tool.ts';

/** The answer of a tool: in lines for hosts that show a model the text, and in fields for those that show it the structured content. */
export function resultOf(
  { form }: Pick<ParleyTool, 'form'>,
  answer: Record<string, unknown>,
  openWork: OpenWork | undefined,
): CallToolResult {
  const notice = openWork && openWorkNotice(openWork);
  const next = afterAnswer(answer);
  const { page, fields } = shownOf(form, answer);
  if (next !== undefined) page.line(next);
  if (notice !== undefined) page.line(notice);
  return {
    content: [{ type: 'text', text: page.toString() || 'Done.' }],
    structuredContent: {
      ...fields,
      ...(next !== undefined && { next }),
      ...(notice !== undefined && { [openWorkField]: notice }),
    },
    ...(openWork && { _meta: openWorkMeta(openWork) }),
  };
}

/** The body of a refusal, as REST answers it. */
export type RefusalBody = { error: string; code: string; requestId?: string } & ErrorDetails;

/** Turns what was thrown into a refusal and its body as REST answers it. Other errors than refusals become `internal`. */
export type Refuse = (error: unknown) => { refusal: ServiceError; body: RefusalBody };

/** The key in `_meta` of failures: the error body of REST and its status. */
export const refusalKey = 'parley/refusal';

const refusal = formOf(errorBody.extend({ status: z.int() }));
/** Without `issues`, which the error message contains. */
const inText = formOf(errorBody.extend({ status: z.int() }).omit({ issues: true }));

/**
 * A refusal: the error body of REST and its status, as text and, for programs, in `_meta`. It has no structured content: clients
 * validate that of a failure against the schema of a success too, and show the validation error instead of the reason.
 * @param next - What a model can do about it.
 */
export function failureOf(
  error: ServiceError,
  body: RefusalBody,
  { openWork, next }: { openWork?: OpenWork | undefined; next?: string | undefined } = {},
): CallToolResult {
  const page = new Page();
  const answer = { ...body, status: statusOf(error) };
  show(page, inText, answer);
  if (next !== undefined) page.line(next);
  const { notice } = page;
  const fields = structuredOf(refusal, answer, page) as Record<string, unknown>;
  return {
    content: [{ type: 'text', text: page.toString() }],
    isError: true,
    _meta: { [refusalKey]: { ...(notice !== undefined && { notice }), ...fields }, ...(openWork && openWorkMeta(openWork)) },
  };
}
