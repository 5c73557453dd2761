import { describe, expect, test } from 'vitest';
import { hostNames, hostOf, type Launch } from './hosts.ts';
import { hookEvents } from './events.ts';
import { hookPart, mcpPart, partsOf, profileIn } from './parts.ts';

const launch = (...args: string[]): Launch => ({ command: 'parley', args, env: {} });
const jsonOf = (text: string) => JSON.parse(text) as Record<string, Record<string, unknown>>;

describe('an MCP server', () => {
  const server = mcpPart(hostOf('gemini'), launch('mcp'));
  const withEntry = (entry: object) => JSON.stringify({ mcpServers: { parley: entry } });

  test('of another transport leaves nothing that a host refuses beside a command', () => {
    const http = { httpUrl: 'a', serverUrl: 'b', url: 'c', headers: {}, oauth: {}, type: 'http', trust: true };
    expect(jsonOf(server.add(withEntry(http)))).toEqual({
      mcpServers: { parley: { trust: true, command: 'parley', args: ['mcp'] } },
    });
  });

  test('is ours if it runs parley mcp', () => {
    for (const entry of [
      { command: 'parley', args: ['mcp', '--hooks'] },
      { command: '/usr/bin/node', args: ['/opt/parley/dist/main.js', 'mcp'] },
      { command: ['parley', 'mcp'] },
    ])
      expect(server.isOurs(withEntry(entry))).toBe(true);
    for (const entry of [{ httpUrl: 'http://x/mcp', headers: { a: 'b' } }, { command: 'other', args: ['mcp'] }, {}])
      expect(server.isOurs(withEntry(entry))).toBe(false);
    expect(server.isOurs('{}')).toBe(false);
    expect(mcpPart(hostOf('codex'), launch('mcp')).isOurs('[mcp_servers.parley]\nurl = "http://x/mcp"\n')).toBe(false);
  });

  test('of the user that was there before is there again when ours is removed', () => {
    const original = withEntry({ httpUrl: 'http://x/mcp', headers: { a: 'b' } });
    expect(jsonOf(server.remove(server.add(original), original))).toEqual(jsonOf(original));
  });
});

describe('hooks', () => {
  const { hooks } = hostOf('claude');
  const part = hookPart('claude', hooks!, (event) => launch('hook', '--event', event, '--host', 'claude', '--profile', 'gus'));
  const ours = (text: string) => text.match(/hook --event stop --host claude/g) ?? [];

  test('of others in the group of ours stay, and an empty group goes', () => {
    const line = 'parley hook --event stop --host claude';
    const [mine, prompt, own] = [
      { type: 'command', command: 'say done' },
      { type: 'prompt', prompt: 'Go on?' },
      { command: line },
    ];
    const text = JSON.stringify({
      hooks: { Stop: [{ matcher: 'x', hooks: [mine, own, prompt] }, { hooks: [own] }, { hooks: [prompt, own] }] },
    });
    const left = [{ matcher: 'x', hooks: [mine, prompt] }, { hooks: [prompt] }];
    expect(jsonOf(part.remove(text))['hooks']!['Stop']).toEqual(left);
    const added = part.add(text);
    expect((jsonOf(added)['hooks']!['Stop'] as unknown[]).slice(0, 2)).toEqual(left);
    expect(ours(added)).toHaveLength(1);
    expect(part.add(added)).toBe(added);
  });

  test('say which profile they use', () => {
    expect(profileIn(part.add(''), 'claude', hooks!)).toBe('gus');
    expect(profileIn('{}', 'claude', hooks!)).toBeUndefined();
    const plugin = hookPart('opencode', hostOf('opencode').hooks!, (event) =>
      launch('hook', '--event', event, '--profile', 'gus'),
    );
    expect(profileIn(plugin.add(''), 'opencode', hostOf('opencode').hooks!)).toBe('gus');
  });
});

/** Every way to write that nothing is there, at each place that something is written to. */
function shapesOf(path: readonly string[]): string[] {
  const at = (depth: number, value: unknown) =>
    JSON.stringify(path.slice(0, depth).reduceRight((inner, name) => ({ mine: 1, [name]: inner }), value));
  const places = path.flatMap((_, depth) => [at(depth, null), at(depth, {})]);
  return ['', ' \n', '// nothing yet\n', '\uFEFF{}', ...places, at(path.length, null)];
}

describe.each(hostNames)('%s', (name) => {
  const parts = partsOf(name, launch('mcp'), (event) => launch('hook', '--event', event, '--host', name));
  const { mcp, hooks } = hostOf(name);
  const lists = hookEvents
    .flatMap((event) => hooks?.events[event] ?? [])
    .flatMap((called) => [
      ...shapesOf(['hooks', called]),
      JSON.stringify({ hooks: { [called]: [] } }),
      JSON.stringify({ hooks: { [called]: [null, 'mine', { matcher: 'x', hooks: null }, { matcher: 'y' }] } }),
    ]);

  test.each(
    parts.map((part, i) => ({ part, shapes: i === 1 ? lists : mcp.format === 'json' ? shapesOf([mcp.within, 'parley']) : [''] })),
  )('what says in any way that nothing is set is accepted, kept, and comes back', ({ part, shapes }) => {
    for (const shape of part === parts[1] && hooks?.form === 'plugin' ? [''] : shapes) {
      const added = part.add(shape);
      expect(part.isOurs(added), shape).toBe(true);
      expect(part.add(added), shape).toBe(added);
      for (const word of ['mine', 'nothing yet', 'matcher'].filter((each) => shape.includes(each))) expect(added).toContain(word);
      const left = part.remove(added, shape);
      expect(part.isOurs(left), shape).toBe(false);
      if (/^\{.*\}$/.test(shape)) expect(JSON.parse(left), shape).toEqual(JSON.parse(shape));
    }
  });
});
