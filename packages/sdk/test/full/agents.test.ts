import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import type { Decision, Space } from '../../src/index.ts';
import { frameworks, projectWith } from '../framework.ts';
import { connect, eventually, meeting } from '../meeting.ts';
import { packageDir, run, start } from '../run.ts';

const server = inject('server');

/** The question of the agent, before it edits. */
async function asked(owner: Space): Promise<Decision> {
  await eventually(async () => (await owner.decisions.list()).length === 1);
  const [{ id }] = (await owner.decisions.list()) as [Decision];
  return owner.decisions.get(id);
}

async function lock(owner: Space): Promise<void> {
  await (await owner.artifacts.get('Plan')).lock();
}

async function mute(owner: Space): Promise<void> {
  await owner.mute('Scribe');
}

/** Its key no longer works. */
async function kick(owner: Space): Promise<void> {
  await owner.kick('Scribe');
}

async function nothing(): Promise<void> {}

describe.each(frameworks)('an agent of %s', (framework) => {
  test.for([
    ['proposes, and edits once the owner approves', nothing, 'approve', 'version'],
    ['reads why the owner rejected its edit', nothing, 'reject', 'Not on a Friday'],
    ['reads that somebody else holds the lock', lock, 'approve', 'code: locked'],
    ['reads that it is muted', mute, 'approve', 'code: muted'],
    ['reads why its key no longer works, and ends', kick, undefined, 'was kicked'],
  ] as const)('%s', { timeout: 600_000 }, async ([promise, prepare, answer, read], context) => {
    const project = await projectWith(framework, 'agents');
    if (project === undefined) return context.skip(`${framework} could not be had`);
    const [owner] = await meeting(connect(server.url));
    const plan = await owner.artifacts.create({ name: 'Plan', content: '# Plan' });
    const INVITATION = (await owner.invite()).agentLink;
    const agent = start(process.execPath, [`${framework}.mjs`], { cwd: project, env: { INVITATION } });
    onTestFinished(() => void agent.process.kill());
    const until = <T>(work: Promise<T>): Promise<T> =>
      Promise.race([work, agent.ended.then(({ said }) => Promise.reject(new Error(said)))]);

    await until(eventually(async () => (await owner.get()).participants.some(({ name }) => name === 'Scribe')));
    const { messageId } = await owner.send('Add tea and cake', { to: 'Scribe', expects: 'reply' });
    const decision = await until(asked(owner));
    expect(decision.view).toMatchObject({ title: 'Edit Plan?' });
    expect(decision.view.text).toContain('"append": "- Cake"');
    const [proposal] = await plan.proposals();
    expect(proposal!.view).toMatchObject({ authorName: 'Scribe', state: 'open' });
    await prepare(owner);
    if (answer !== undefined) await decision.answer(answer, answer === 'reject' ? { reason: 'Not on a Friday' } : {});

    if (answer === undefined) expect((await agent.ended).code, agent.said()).toBe(1);
    else await until(eventually(() => agent.said().includes('Read: ')));
    const [, text] = /^Read: (.+)$/m.exec(agent.said())!;
    expect(JSON.parse(text!)).toContain('proposalId');
    expect(JSON.parse(text!)).toContain(read);
    const isEdited = promise.startsWith('proposes');
    expect((await plan.refresh()).content).toBe(isEdited ? '# Plan\n- Cake' : '# Plan');
    if (answer === undefined) return undefined;
    const outcomes = async () => (await owner.call('listDeliveries', { role: 'sender', state: 'all' })).deliveries;
    const outcome = async (id: string) => (await outcomes()).find(({ messageId }) => messageId === id)?.outcome;
    await until(eventually(() => outcome(messageId)));
    expect(await outcome(messageId)).toBe(read === 'code: muted' ? 'acknowledged' : 'replied');
    if (isEdited) {
      await proposal!.accept();
      const told = (await owner.recent(1))[0]!;
      expect(told.content).toContain('I accepted your proposal');
      await until(eventually(() => outcome(told.id)));
      // It expects nothing, so the model was not asked.
      expect(await outcome(told.id)).toBe('acknowledged');
    }
    await owner.close();
    expect(await agent.ended).toMatchObject({ code: 0, said: expect.stringContaining('The agent has ended') as unknown });
  });

  test('fits the types of the framework', { timeout: 600_000 }, async (context) => {
    const project = await projectWith(framework, 'agents');
    if (project === undefined) return context.skip(`${framework} could not be had`);
    const compilerOptions = {
      noEmit: true,
      allowJs: true,
      checkJs: true,
      strict: true,
      noImplicitAny: false,
      skipLibCheck: true,
      target: 'es2023',
      module: 'nodenext',
      types: ['node'],
      typeRoots: [join(packageDir, 'node_modules/@types')],
    };
    await writeFile(join(project, 'package.json'), '{ "type": "module" }');
    const files = [`examples/${framework}.mjs`];
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const { code, said } = await run(join(packageDir, 'node_modules/.bin/tsc'), ['-p', project], { cwd: project });
    expect(code, said).toBe(0);
  });
});
