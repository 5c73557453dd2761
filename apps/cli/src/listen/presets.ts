interface Preset {
  words: readonly [string, ...string[]];
  /** Variables that it needs beside those that every command gets. */
  env: readonly string[];
}

const task = 'Answer the message on standard input. Print only your reply.';

/**
 * How agents are called without a terminal: each reads the message from standard input and prints its answer. None of them gets more
 * rights than its own settings give it.
 */
export const presets = {
  claude: { words: ['claude', '-p', task], env: ['ANTHROPIC_*', 'CLAUDE_*'] },
  codex: {
    words: ['codex', 'exec', '--sandbox', 'read-only', '--skip-git-repo-check', task],
    env: ['OPENAI_*', 'CODEX_*'],
  },
  gemini: { words: ['gemini', '-p', task], env: ['GEMINI_*', 'GOOGLE_*'] },
  opencode: { words: ['opencode', 'run', task], env: ['OPENCODE_*', 'ANTHROPIC_*', 'OPENAI_*', 'GEMINI_*'] },
} as const satisfies Record<string, Preset>;

export type AgentName = keyof typeof presets;
export const agentNames = Object.keys(presets) as AgentName[];
