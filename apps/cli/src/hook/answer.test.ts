import { describe, expect, test } from 'vitest';
import { hookEvents, type HookEvent } from '../hosts/events.ts';
import { hooked, hostOf, type HostName } from '../hosts/hosts.ts';
import { answerOf } from './answer.ts';

/** What the documentation of each host says that a hook prints, so that the model sees a text. */
const documented: Partial<Record<HostName, Partial<Record<HookEvent, unknown>>>> = {
  claude: {
    'session-start': { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'text' } },
    prompt: { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'text' } },
    'post-tool-use': { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'text' } },
    stop: { decision: 'block', reason: 'text' },
  },
  codex: {
    'session-start': { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'text' } },
    prompt: { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'text' } },
    'post-tool-use': { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'text' } },
    stop: { decision: 'block', reason: 'text' },
  },
  gemini: {
    'session-start': { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'text' } },
    prompt: { hookSpecificOutput: { hookEventName: 'BeforeAgent', additionalContext: 'text' } },
    'post-tool-use': { hookSpecificOutput: { hookEventName: 'AfterTool', additionalContext: 'text' } },
    stop: { decision: 'deny', reason: 'text' },
  },
  cursor: {
    'session-start': { additional_context: 'text' },
    'post-tool-use': { additional_context: 'text' },
    stop: { followup_message: 'text' },
  },
  vscode: {
    'session-start': { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'text' } },
    'post-tool-use': { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'text' } },
    stop: { hookSpecificOutput: { hookEventName: 'Stop', decision: 'block', reason: 'text' } },
  },
};

describe.each(hooked.filter((name) => name !== 'opencode'))('%s', (name) => {
  test.each(hookEvents)('gets at %s exactly what it expects, and nothing where its model would not see it', (event) => {
    const answer = answerOf(hostOf(name).hooks!, event, 'text');
    expect(answer && JSON.parse(answer)).toEqual(documented[name]![event]);
  });
});

test('the plugin of opencode gets the text alone', () => {
  expect(answerOf(hostOf('opencode').hooks!, 'stop', 'a "text"')).toBe('a "text"');
});

test.each(hooked)('%s gets nothing that can control its terminal, whatever participants wrote', (name) => {
  const answer = answerOf(hostOf(name).hooks!, 'stop', 'one\x1b[2J two\x07 \x9b31m \u202Ethree\u2066\nfour');
  const shown = 'one␛[2J two␇ \uFFFD31m \uFFFDthree\uFFFD\nfour';
  expect(answer).toContain(name === 'opencode' ? shown : JSON.stringify(shown).slice(1, -1));
});
