import { hookEvents, type HookEvent } from './events.ts';
import type { Launch } from './hosts.ts';

const mark = '// Written by `parley install opencode`; `parley uninstall opencode` removes it.';

export const isPlugin = (text: string): boolean => text.startsWith(mark);

/** A plugin of opencode, which has hooks for programs only: it runs `parley hook` and passes on what that prints. */
export function pluginOf(launchOf: (event: HookEvent) => Launch): string {
  const lines = hookEvents.map((event) => `  ${JSON.stringify(event)}: ${JSON.stringify(launchOf(event))},`);
  return `${mark}\n${source.replace('  /* commands */', () => lines.join('\n'))}`;
}

const source = `import { spawn } from 'node:child_process';

const commands = {
  /* commands */
};

/** What waits for the agent; empty after any failure. */
const waiting = (event, said = {}) =>
  new Promise((resolve) => {
    const { command, args, env } = commands[event];
    const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'ignore'] });
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.on('error', () => resolve(''));
    child.on('close', () => resolve(text));
    child.stdin.on('error', () => {}).end(JSON.stringify(said));
  });

/** A run without a terminal ends with its answer. */
const isHeadless = process.argv.includes('run');

export const Parley = async ({ client }) => {
  /** Sessions that were told what is new. */
  const started = new Set();
  /** Sessions that continue because of a message, until their user says something. */
  const continued = new Set();
  const isSubagent = async (id) => {
    const { data } = await client.session.get({ path: { id } }).catch(() => ({}));
    return Boolean(data?.parentID);
  };
  return {
    'chat.message': async ({ sessionID }, { message, parts }) => {
      if (parts.some((part) => part.metadata?.parley)) return;
      continued.delete(sessionID);
      if (await isSubagent(sessionID)) return;
      const text = await waiting(started.has(sessionID) ? 'prompt' : 'session-start');
      started.add(sessionID);
      const last = parts.at(-1);
      if (text && last) parts.push({ id: last.id + 'p', sessionID, messageID: message.id, type: 'text', text, synthetic: true });
    },
    'tool.execute.after': async ({ sessionID }, output) => {
      if (await isSubagent(sessionID)) return;
      const text = await waiting('post-tool-use');
      if (!text) return;
      if (Array.isArray(output.content)) output.content.push({ type: 'text', text });
      else output.output = [output.output, text].filter(Boolean).join('\\n\\n');
    },
    event: async ({ event }) => {
      const { sessionID } = event.properties ?? {};
      if (event.type !== 'session.idle' || isHeadless || continued.has(sessionID) || (await isSubagent(sessionID))) return;
      const text = await waiting('stop');
      if (!text) return;
      continued.add(sessionID);
      await client.session.promptAsync({
        path: { id: sessionID },
        body: { parts: [{ type: 'text', text, synthetic: true, metadata: { parley: true } }] },
      });
    },
  };
};
`;
