import { homedir } from 'node:os';
import { join } from 'node:path';
import type { HookEvent } from './events.ts';

type Fields = Record<string, unknown>;

/** How a host starts a command of `parley`. */
export interface Launch {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** Where a host keeps its MCP servers. */
type McpPlace = {
  file(env: NodeJS.ProcessEnv): string;
} & (
  | {
      format: 'json';
      /** The object that contains one entry for each server. */
      within: string;
      entry(launch: Launch): Fields;
    }
  | { format: 'toml' }
);

/** Where a host keeps its hooks, and what it expects of them. */
export interface HookPlace {
  file(env: NodeJS.ProcessEnv): string;
  /**
   * `groups`: lists of commands in lists of groups, as in Claude Code; `list`: one list of commands for each event; `plugin`: a program that
   * calls the command.
   */
  form: 'groups' | 'list' | 'plugin';
  /** What the host calls the events. One in which it shows nothing to the model is missing. */
  events: Partial<Readonly<Record<HookEvent, string>>>;
  /** The fields of each command, beside the command itself. */
  fields: Fields;
  /** Fields that the file needs beside the hooks. */
  beside?: Fields;
  /** What the hook prints. */
  answer: 'claude' | 'gemini' | 'cursor' | 'vscode' | 'text';
  /** What its user has to do once. */
  once?: string;
}

/** How an agent is called without a terminal: it reads the message and its context from standard input and prints its answer. */
interface Listening {
  words: readonly [string, ...string[]];
  /** Variables that it needs beside those that every command gets. */
  env: readonly string[];
  /** Whether it can begin a session with an id of our choice (`--session-id`), and continue it (`--resume`). */
  continues?: boolean;
}

/** A program in which a model runs. */
export interface Host {
  title: string;
  mcp: McpPlace;
  hooks?: HookPlace;
  listen?: Listening;
}

/** After this time a host gives up on a hook, which itself ends long before. */
const hookSeconds = 10;

/** None of them gives an agent more rights than its own settings do. */
const prompt = 'Answer the message at the end of standard input. Print only your reply.';

const started = ({ command, args, env }: Launch): Fields => ({ command, args, ...(Object.keys(env).length > 0 && { env }) });

/** All that Parley knows of each host: files that apply to all projects of the user, hooks, and how `parley listen` runs it. */
const hosts = {
  claude: {
    title: 'Claude Code',
    mcp: {
      format: 'json',
      file: (env) => join(env['CLAUDE_CONFIG_DIR'] || homedir(), '.claude.json'),
      within: 'mcpServers',
      entry: (launch) => ({ type: 'stdio', ...started(launch) }),
    },
    hooks: {
      file: (env) => join(env['CLAUDE_CONFIG_DIR'] || join(homedir(), '.claude'), 'settings.json'),
      form: 'groups',
      events: { 'session-start': 'SessionStart', prompt: 'UserPromptSubmit', 'post-tool-use': 'PostToolUse', stop: 'Stop' },
      fields: { timeout: hookSeconds },
      answer: 'claude',
    },
    listen: { words: ['claude', '-p', prompt], env: ['ANTHROPIC_*', 'CLAUDE_*'], continues: true },
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    mcp: {
      format: 'json',
      file: (env) => join(applicationFolder(env), 'Claude', 'claude_desktop_config.json'),
      within: 'mcpServers',
      entry: (launch) => started(launch),
    },
  },
  cursor: {
    title: 'Cursor',
    mcp: {
      format: 'json',
      file: () => join(homedir(), '.cursor', 'mcp.json'),
      within: 'mcpServers',
      entry: (launch) => started(launch),
    },
    hooks: {
      file: () => join(homedir(), '.cursor', 'hooks.json'),
      form: 'list',
      // What its hook of a prompt prints is not shown to the model.
      events: { 'session-start': 'sessionStart', 'post-tool-use': 'postToolUse', stop: 'stop' },
      fields: { timeout: hookSeconds },
      beside: { version: 1 },
      answer: 'cursor',
    },
  },
  vscode: {
    title: 'VS Code',
    mcp: {
      format: 'json',
      file: (env) => join(applicationFolder(env), 'Code', 'User', 'mcp.json'),
      within: 'servers',
      entry: (launch) => ({ type: 'stdio', ...started(launch) }),
    },
    hooks: {
      file: () => join(homedir(), '.copilot', 'hooks', 'parley.json'),
      form: 'list',
      // Its hook of a prompt shows messages to the user only.
      events: { 'session-start': 'SessionStart', 'post-tool-use': 'PostToolUse', stop: 'Stop' },
      fields: { type: 'command', timeout: hookSeconds },
      answer: 'vscode',
    },
  },
  codex: {
    title: 'Codex CLI',
    mcp: { format: 'toml', file: (env) => join(env['CODEX_HOME'] || join(homedir(), '.codex'), 'config.toml') },
    hooks: {
      file: (env) => join(env['CODEX_HOME'] || join(homedir(), '.codex'), 'hooks.json'),
      form: 'groups',
      events: { 'session-start': 'SessionStart', prompt: 'UserPromptSubmit', 'post-tool-use': 'PostToolUse', stop: 'Stop' },
      fields: { timeout: hookSeconds },
      answer: 'claude',
      once: 'Codex runs hooks only after you have trusted them: start codex once, and confirm them with /hooks.',
    },
    listen: {
      words: ['codex', 'exec', '--sandbox', 'read-only', '--skip-git-repo-check', prompt],
      env: ['OPENAI_*', 'CODEX_*'],
    },
  },
  gemini: {
    title: 'Gemini CLI',
    mcp: {
      format: 'json',
      file: (env) => join(env['GEMINI_CLI_HOME'] || homedir(), '.gemini', 'settings.json'),
      within: 'mcpServers',
      entry: (launch) => started(launch),
    },
    hooks: {
      file: (env) => join(env['GEMINI_CLI_HOME'] || homedir(), '.gemini', 'settings.json'),
      form: 'groups',
      events: { 'session-start': 'SessionStart', prompt: 'BeforeAgent', 'post-tool-use': 'AfterTool', stop: 'AfterAgent' },
      // In milliseconds.
      fields: { name: 'parley', timeout: hookSeconds * 1000 },
      answer: 'gemini',
    },
    listen: { words: ['gemini', '-p', prompt], env: ['GEMINI_*', 'GOOGLE_*'], continues: true },
  },
  opencode: {
    title: 'opencode',
    mcp: {
      format: 'json',
      file: (env) => join(configFolder(env), 'opencode', 'opencode.json'),
      within: 'mcp',
      entry: ({ command, args, env }) => ({
        type: 'local',
        command: [command, ...args],
        enabled: true,
        ...(Object.keys(env).length > 0 && { environment: env }),
      }),
    },
    hooks: {
      file: (env) => join(configFolder(env), 'opencode', 'plugins', 'parley.js'),
      form: 'plugin',
      events: {
        'session-start': 'chat.message',
        prompt: 'chat.message',
        'post-tool-use': 'tool.execute.after',
        stop: 'session.idle',
      },
      fields: {},
      answer: 'text',
    },
    listen: { words: ['opencode', 'run', prompt], env: ['OPENCODE_*', 'ANTHROPIC_*', 'OPENAI_*', 'GEMINI_*'] },
  },
} as const satisfies Record<string, Host>;

export type HostName = keyof typeof hosts;

export const hostNames = Object.keys(hosts) as HostName[];

export const isHostName = (text: unknown): text is HostName => typeof text === 'string' && Object.hasOwn(hosts, text);

export const hostOf = (name: HostName): Host => hosts[name];

/** Those with hooks that Parley knows. */
export const hooked = hostNames.filter((name) => hostOf(name).hooks !== undefined);

/** The hosts that `parley listen` can run. */
export type AgentName = { [Name in HostName]: (typeof hosts)[Name] extends { listen: object } ? Name : never }[HostName];

export const agentNames = hostNames.filter((name): name is AgentName => hostOf(name).listen !== undefined);

/** How an agent is run: its preset. */
export const presetOf = (name: AgentName): Listening => hosts[name].listen;

/** Those that can continue a session. */
export const continuing = agentNames.filter((name) => presetOf(name).continues);

function applicationFolder(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  if (process.platform === 'win32') return env['APPDATA'] || join(homedir(), 'AppData', 'Roaming');
  return configFolder(env);
}

const configFolder = (env: NodeJS.ProcessEnv): string => env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
