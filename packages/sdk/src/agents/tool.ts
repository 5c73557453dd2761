import { notParley, readText } from '../body.ts';
import { networkError } from '../errors.ts';
import { retriable, uuid, waitMs, type Http } from '../http.ts';
import { errorOf } from '../refusal.ts';
import type { Space } from '../space.ts';
import { anyOf, pause, within } from '../time.ts';

/** How long a tool can wait for something to happen, before the time limit of a call begins. */
const longestWaitMs = 25_000;

/**
 * Calls a tool as MCP clients call it, because only there is an answer a text for models, in which the texts of participants are enclosed.
 * All attempts have one Idempotency-Key and one key.
 * @returns What a model reads: the answer, or why it was refused.
 */
export async function callTool(
  { http, key, spaceId }: Space,
  name: string,
  input: object,
  signal: AbortSignal | undefined,
): Promise<string> {
  const until = anyOf(signal, http.options.signal);
  // A model chooses neither the space nor the key.
  const args = { ...input, spaceId, privateKey: undefined, userToken: undefined, idempotencyKey: uuid() };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
  for (let tries = 0; ; tries += 1) {
    try {
      until.throwIfAborted();
      return await within(http.timeoutMs + longestWaitMs, (late) => answerTo(body, http, key, anyOf(until, late)));
    } catch (error) {
      until.throwIfAborted();
      if (!retriable(error) || tries >= http.maxRetries) throw error;
      await pause(waitMs(error, tries), until);
    }
  }
}

async function answerTo(body: string, { baseUrl, options }: Http, key: string, signal: AbortSignal): Promise<string> {
  const { fetch = globalThis.fetch } = options;
  const headers = {
    accept: 'application/json',
    ...options.headers,
    'content-type': 'application/json',
    'x-private-key': key,
  };
  const response = await fetch(`${baseUrl}/mcp`, { method: 'POST', headers, body, signal, redirect: 'manual' }).catch(
    (cause: unknown) => {
      throw networkError(`${baseUrl} could not be reached`, cause);
    },
  );
  const text = await readText(response, baseUrl);
  const { result, error } = messageIn(text);
  if (!response.ok || error) throw errorOf(response, JSON.stringify(error?.data ?? { error: error?.message }), baseUrl);
  const parts = Array.isArray(result?.content) ? result.content : [];
  const said = parts.flatMap((part) => (part.type === 'text' && typeof part.text === 'string' ? part.text : []));
  if (said.length === 0) throw notParley(baseUrl, 'it gives another answer to a tool call', { status: response.status });
  return said.join('\n');
}

/** A JSON-RPC message, as far as it is read. */
interface Answered {
  result?: { content?: { type?: unknown; text?: unknown }[] } | undefined;
  error?: { message?: unknown; data?: unknown } | undefined;
}

function messageIn(text: string): Answered {
  try {
    return (JSON.parse(text) as Answered | null) ?? {};
  } catch {
    return {};
  }
}
