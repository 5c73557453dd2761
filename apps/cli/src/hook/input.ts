import { createReadStream, fstatSync } from 'node:fs';
import type { HookEvent } from '../hosts/events.ts';

/** What the host says, as far as it matters here. */
type HookInput = Readonly<Record<string, unknown>>;

/** A host that never ends its input must not be waited for. */
const inputMs = 5_000;
/** The result of a tool can be long. */
const mostBytes = 32 * 2 ** 20;

/** The JSON on standard input; undefined if it is no object, or does not end. Without any input it is empty. */
export async function readInput(): Promise<HookInput | undefined> {
  // A terminal.
  if (fstatSync(0).isCharacterDevice()) return {};
  const text = await Promise.race([whole(), late()]);
  if (text === undefined) return undefined;
  if (text.trim() === '') return {};
  try {
    const said: unknown = JSON.parse(text);
    return typeof said === 'object' && said !== null && !Array.isArray(said) ? (said as HookInput) : undefined;
  } catch {
    return undefined;
  }
}

/** Directly, because `process.stdin` takes 5 ms to load; but a pipe that does not block needs it. */
const whole = (): Promise<string | undefined> =>
  wholeOf(createReadStream('', { fd: 0, autoClose: false })).catch(() => wholeOf(process.stdin));

async function wholeOf(input: AsyncIterable<unknown>): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of input as AsyncIterable<Buffer>) {
    length += chunk.length;
    // The rest is still read, so that the host can write it.
    if (length <= mostBytes) chunks.push(chunk);
  }
  return length <= mostBytes ? Buffer.concat(chunks).toString() : undefined;
}

const late = () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), inputMs).unref());

/**
 * Whether the agent may be shown something now. An agent that continues because of a hook is not held back again: that could go on for
 * ever. What a subagent is shown, the agent that can answer never sees.
 */
export function mayShow(said: HookInput, event: HookEvent): boolean {
  if (said['agent_id'] !== undefined) return false;
  if (event !== 'stop') return true;
  const { stop_hook_active: isContinued, loop_count: continuations = 0, status = 'completed' } = said;
  return isContinued !== true && continuations === 0 && status === 'completed';
}

/** Whether a session that starts has the context of an earlier one. */
export const continues = (said: HookInput): boolean => said['source'] === 'resume';
