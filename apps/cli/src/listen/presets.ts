interface Preset {
  words: readonly [string, ...string[]];
  /** Variables that it needs beside those that every command gets. */
  env: readonly string[];
  /** Whether it can begin a session with an id of our choice (`--session-id`), and continue it (`--resume`). */
  continues?: boolean;
}

const task = 'Answer the message at the end of standard input. Print only your reply.';

/**
 * How agents are called without a terminal: each reads the message and its context from standard input and prints its answer. None of them gets more
 * rights than its own settings give it.
 */
export const presets = {
  claude: { words: ['claude', '-p', task], env: ['ANTHROPIC_*', 'CLAUDE_*'], continues: true },
  codex: {
    words: ['codex', 'exec', '--sandbox', 'read-only', '--skip-git-repo-check', task],
    env: ['OPENAI_*', 'CODEX_*'],
  },
  gemini: { words: ['gemini', '-p', task], env: ['GEMINI_*', 'GOOGLE_*'], continues: true },
  opencode: { words: ['opencode', 'run', task], env: ['OPENCODE_*', 'ANTHROPIC_*', 'OPENAI_*', 'GEMINI_*'] },
} as const satisfies Record<string, Preset>;

export type AgentName = keyof typeof presets;
export const agentNames = Object.keys(presets) as AgentName[];
/** Those that can continue a session. */
export const continuing = (Object.entries(presets) as [AgentName, Preset][])
  .filter(([, { continues }]) => continues)
  .map(([name]) => name);
