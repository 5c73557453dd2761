import type { HookEvent } from '../hosts/events.ts';
import type { HookPlace } from '../hosts/hosts.ts';
import { harmlessText } from '../terminal/harmless.ts';

/**
 * What a host expects on standard output, so that its model sees the text; at `stop`, so that it also goes on. Undefined if the host
 * shows nothing to its model at this event. Hosts are strict, so nothing else is printed.
 */
export function answerOf(
  { answer, events }: Pick<HookPlace, 'answer' | 'events'>,
  event: HookEvent,
  text: string,
): string | undefined {
  const hookEventName = events[event];
  if (hookEventName === undefined) return undefined;
  // Hosts show it on their terminal too.
  const shown = harmlessText(text);
  return answer === 'text' ? shown : JSON.stringify(fieldsOf(answer, event, { hookEventName, text: shown }));
}

function fieldsOf(
  answer: Exclude<HookPlace['answer'], 'text'>,
  event: HookEvent,
  { hookEventName, text }: { hookEventName: string; text: string },
): object {
  if (answer === 'cursor') return event === 'stop' ? { followup_message: text } : { additional_context: text };
  if (event !== 'stop') return { hookSpecificOutput: { hookEventName, additionalContext: text } };
  if (answer === 'vscode') return { hookSpecificOutput: { hookEventName, decision: 'block', reason: text } };
  return { decision: answer === 'gemini' ? 'deny' : 'block', reason: text };
}
