import { homedir } from 'node:os';
import { join } from 'node:path';

/** How a host starts `parley mcp`. */
export interface Launch {
  command: string;
  args: string[];
  env: Record<string, string>;
}

type Fields = Record<string, unknown>;

interface JsonHost {
  format: 'json';
  file(env: NodeJS.ProcessEnv): string;
  /** The object that contains one entry for each server. */
  within: string;
  entry(launch: Launch): Fields;
}

interface TomlHost {
  format: 'toml';
  file(env: NodeJS.ProcessEnv): string;
}

export type Host = JsonHost | TomlHost;

export const hostNames = ['claude', 'claude-desktop', 'cursor', 'vscode', 'codex', 'gemini'] as const;

export type HostName = (typeof hostNames)[number];

/** The configuration of each host that applies to all projects of the user. */
export const hosts: Readonly<Record<HostName, Host>> = {
  claude: {
    format: 'json',
    file: (env) => join(env['CLAUDE_CONFIG_DIR'] || homedir(), '.claude.json'),
    within: 'mcpServers',
    entry: (launch) => ({ type: 'stdio', ...started(launch) }),
  },
  'claude-desktop': {
    format: 'json',
    file: (env) => join(applicationFolder(env), 'Claude', 'claude_desktop_config.json'),
    within: 'mcpServers',
    entry: (launch) => started(launch),
  },
  cursor: {
    format: 'json',
    file: () => join(homedir(), '.cursor', 'mcp.json'),
    within: 'mcpServers',
    entry: (launch) => started(launch),
  },
  vscode: {
    format: 'json',
    file: (env) => join(applicationFolder(env), 'Code', 'User', 'mcp.json'),
    within: 'servers',
    entry: (launch) => ({ type: 'stdio', ...started(launch) }),
  },
  codex: {
    format: 'toml',
    file: (env) => join(env['CODEX_HOME'] || join(homedir(), '.codex'), 'config.toml'),
  },
  gemini: {
    format: 'json',
    file: (env) => join(env['GEMINI_CLI_HOME'] || homedir(), '.gemini', 'settings.json'),
    within: 'mcpServers',
    entry: (launch) => started(launch),
  },
};

const started = ({ command, args, env }: Launch): Fields => ({ command, args, ...(Object.keys(env).length > 0 && { env }) });

function applicationFolder(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  if (process.platform === 'win32') return env['APPDATA'] || join(homedir(), 'AppData', 'Roaming');
  return env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
}
