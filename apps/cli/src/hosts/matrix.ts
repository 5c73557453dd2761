import { hostNames, hostOf, type HostName } from './hosts.ts';

/** What the agent does while a message arrives. */
const states = ['in a turn', 'idle', 'headless'] as const;
type HostState = (typeof states)[number];

/** How a message reaches it. */
const ways = ['hook', 'listen', 'wake', 'channel'] as const;
type Way = (typeof ways)[number];

/** How it is known. */
type Proof = { ran: string } | { documented: string };

interface Reached {
  proof: Proof;
  by: Readonly<Record<HostState, Partial<Readonly<Record<Way, string>>>>>;
}

const wake = 'your receiver';
const own = 'a run of its own';
const none = {};
const turn = 'after the next tool call, or before it stops';

/** When a message reaches the agent in each host. What cannot run in our tests follows the documentation of the host. */
const reached: Readonly<Record<HostName, Reached>> = {
  claude: {
    proof: { documented: 'Claude Code 2.1' },
    by: {
      'in a turn': { hook: turn, listen: own, wake, channel: 'after the turn, if it is not dropped' },
      idle: { hook: 'with the next prompt', listen: own, wake, channel: 'at once, if it is not dropped' },
      headless: { hook: 'at the start, then as in a turn', listen: 'starts it', wake },
    },
  },
  'claude-desktop': {
    proof: { documented: 'Claude Desktop of November 2026' },
    by: { 'in a turn': none, idle: none, headless: none },
  },
  cursor: {
    proof: { documented: 'Cursor 3' },
    by: {
      'in a turn': { hook: turn, wake },
      idle: { hook: 'at the end of the next turn, or when a session starts', wake },
      headless: { wake },
    },
  },
  vscode: {
    proof: { documented: 'VS Code of July 2026, where hooks are a preview' },
    by: {
      'in a turn': { hook: turn, wake },
      idle: { hook: 'after the first tool call of the next turn, or when a session starts', wake },
      headless: { wake },
    },
  },
  codex: {
    proof: { ran: '0.169.0' },
    by: {
      'in a turn': { hook: turn, listen: own, wake },
      idle: { hook: 'with the next prompt', listen: own, wake },
      headless: { hook: 'at the start, then as in a turn', listen: 'starts it', wake },
    },
  },
  gemini: {
    proof: { ran: '0.61.0' },
    by: {
      'in a turn': { hook: turn, listen: own, wake },
      idle: { hook: 'with the next prompt', listen: own, wake },
      headless: { hook: 'at the start, then as in a turn', listen: 'starts it', wake },
    },
  },
  opencode: {
    proof: { ran: '1.18.33' },
    by: {
      'in a turn': { hook: turn, listen: own, wake },
      idle: { hook: 'with the next prompt', listen: own, wake },
      headless: { hook: 'at the start, then after each tool call', listen: 'starts it', wake },
    },
  },
};

/** One sentence for who has installed the hooks. */
export function reachedIn(name: HostName): string {
  const { by, proof } = reached[name];
  const { title } = hostOf(name);
  return `A message reaches ${title} ${by['in a turn'].hook} while it works, and ${by.idle.hook} while it is idle (${proven(proof)}).`;
}

const proven = (proof: Proof): string =>
  'ran' in proof ? `tested with ${proof.ran}` : `by the documentation of ${proof.documented}`;

/** The version of a host with which everything here was tested; undefined if it cannot run in the tests. */
export const testedVersion = (name: HostName): string | undefined => {
  const { proof } = reached[name];
  return 'ran' in proof ? proof.ran : undefined;
};

/** The table of the documentation. */
export function matrix(): string {
  const rows = hostNames.flatMap((name) =>
    states.map((state) => {
      const cells = ways.map((way) => reached[name].by[state][way] ?? '–');
      return [hostOf(name).title, state, ...cells, proven(reached[name].proof)];
    }),
  );
  const head = ['host', 'the agent is', ...ways, 'how it is known'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
