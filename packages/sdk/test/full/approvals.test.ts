import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import type { Decision, Parley, Space } from '../../src/index.ts';
import { projectWith, type Framework } from '../framework.ts';
import { connect, eventually, meeting } from '../meeting.ts';
import { packageDir, start } from '../run.ts';

const server = inject('server');

const frameworks: Framework[] = ['ai-sdk', 'openai-agents', 'langgraph', 'claude-agent'];

/** The decision that an agent waits for. */
async function asked(owner: Space): Promise<Decision> {
  await eventually(async () => (await owner.decisions.list()).length === 1);
  const [{ id }] = (await owner.decisions.list()) as [Decision];
  return owner.decisions.get(id);
}

describe.each(frameworks)('a tool call of %s', (example) => {
  test.for([
    ['runs when it is approved', (decision: Decision) => decision.answer('approve'), 'Deployed 1.2.0', ['1.2.0']],
    [
      'does not run when it is rejected, and the model is told why',
      (decision: Decision) => decision.answer('reject', { reason: 'Not on a Friday' }),
      'Not on a Friday',
      [],
    ],
    ['does not run when nobody approves it', (decision: Decision) => decision.close(), 'the decision lapsed', []],
    [
      'does not run when its arguments are not those that were approved',
      (decision: Decision) => decision.answer('approve'),
      'was not approved with these arguments',
      [],
    ],
  ] as const)('%s', { timeout: 600_000 }, async ([promise, decided, said, ran], context) => {
    const project = await projectWith(example, 'approvals');
    if (project === undefined) return context.skip(`${example} could not be had`);
    const [owner, bob] = await meeting(connect(server.url), 'Bob');
    const { spaceId, key, participantId } = bob!;
    const SPACE = JSON.stringify({ spaceId, key, participantId });
    const changes = promise.includes('arguments');
    const env = { PARLEY_URL: server.url, SPACE, ...(changes && { CHANGES: '1' }) };
    const agent = start(process.execPath, [`${example}.mjs`], { cwd: project, env });
    onTestFinished(() => void agent.process.kill());
    const decision = await Promise.race([asked(owner), agent.ended.then((ended) => Promise.reject(new Error(ended.said)))]);
    expect(decision.view.title).toMatch(/^Run (mcp__release__)?deploy\? SHA-256 [\da-f]{64}$/);
    expect(decision.view.text).toContain(`"version": "${changes ? '0.9.0' : '1.2.0'}"`);
    await decided(decision);
    const { code, said: output } = await agent.ended;
    expect(code, output).toBe(0);
    const result = JSON.parse(output.trim().split('\n').at(-1)!) as { said: string; ran: string[] };
    expect([result.said, result.ran]).toEqual([expect.stringContaining(said), ran]);
    await owner.close();
  });
});

describe('an approval', () => {
  interface Approvals {
    ask(call: { id: string; tool: string; input: object }): Promise<{ isApproved: boolean; reason: string }>;
    guard<Input, Output>(tool: string, run: (input: Input) => Output): (input: Input) => Promise<Output>;
  }
  interface Example {
    Approvals: new (space: Space, wish?: object) => Approvals;
    digestOf(tool: string, input: object): string;
  }
  const example = async () => (await import(join(packageDir, 'examples/approvals/approval.mjs'))) as Example;
  /** The client as the example imports it, which knows errors by their classes. */
  const packed = async () => (await import('@parley/sdk')).Parley as unknown as typeof Parley;

  test('has the same digest for the same arguments, in whatever order', async () => {
    const { digestOf } = await example();
    const digest = digestOf('deploy', { version: '1', to: [{ b: 1, a: null }] });
    expect(digestOf('deploy', { to: [{ a: null, b: 1 }], version: '1' })).toBe(digest);
    for (const [tool, input] of [
      ['remove', { version: '1', to: [{ b: 1, a: null }] }],
      ['deploy', { version: 1, to: [{ b: 1, a: null }] }],
      ['deploy', { version: '1', to: [{ b: 1, a: null }, 2] }],
      ['deploy', { version: '1', to: [{ b: 1 }] }],
    ] as const)
      expect(digestOf(tool, input)).not.toBe(digest);
  });

  test('is found again after a restart, runs once, and is not one of other arguments', async () => {
    const { Approvals } = await example();
    const [owner, bob] = await meeting(new (await packed())({ baseUrl: server.url }), 'Bob');
    const call = { id: 'call-1', tool: 'deploy', input: { version: '1' } };
    const [first, restarted] = [new Approvals(bob!), new Approvals(bob!)];
    const asking = [first.ask(call), restarted.ask({ ...call, input: { version: '1' } })];
    await (await asked(owner)).answer('approve');
    expect(await Promise.all(asking)).toMatchObject([{ isApproved: true }, { isApproved: true }]);
    const other = await restarted.ask({ ...call, input: { version: '2' } });
    expect(other).toEqual({ isApproved: false, reason: expect.stringContaining('code: key_reused') as string });
    const deploy = restarted.guard('deploy', ({ version }: { version: string }) => `Deployed ${version}`);
    await expect(deploy({ version: '2' })).rejects.toThrow('not approved');
    expect(await deploy({ version: '1' })).toBe('Deployed 1');
    await expect(deploy({ version: '1' })).rejects.toThrow('not approved');
    expect(await owner.decisions.list({ state: 'all' })).toHaveLength(1);
  });
});
