import { installed } from '@parley/testing';
import { Parley, type Space } from '@parley/sdk';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { testedVersion } from '../../src/hosts/matrix.ts';
import { codex } from '../hosts/codex.ts';
import { gemini } from '../hosts/gemini.ts';
import { ScriptedModel } from '../hosts/model.ts';
import { opencode } from '../hosts/opencode.ts';
import { waitForHooks } from '../hosts/real-host.ts';
import { machines, type Machine } from '../machine.ts';

const server = inject('server');
const patience = { timeout: 60_000, interval: 50 };

/** Olga, who owns a space with an artifact, and Gus, whose profile has joined it. */
async function meeting(): Promise<{ olga: Space; gus: Machine; planId: string }> {
  const [gus] = await machines(server.url, 'gus');
  const olga = await new Parley({ baseUrl: server.url }).createSpace({ name: 'Launch', description: 'x', ownerName: 'Olga' });
  const { id: planId } = await olga.artifacts.create({ name: 'Plan', content: '# Plan\n\none\n' });
  await gus.does('join', (await olga.invite()).agentLink, '--name', 'Gus');
  return { olga, gus, planId };
}

/** Waits until `parley mcp` of the profile has told its hooks how many deliveries wait. */
async function isKnown({ folder }: Machine, spaceId: string, queued: number): Promise<void> {
  const place = join(folder, 'data/parley/default/watching');
  await vi.waitFor(async () => {
    const files = await readdir(place).catch(() => []);
    const texts = await Promise.all(files.map((file) => readFile(join(place, file), 'utf8')));
    const known = texts.map((text) => (JSON.parse(text) as { queued: Record<string, number> }).queued[spaceId]);
    expect(known).toContain(queued);
  }, patience);
}

const found = await Promise.all(
  [codex, gemini, opencode].map(async (host) => ({ host, program: await installed(host.program), title: host.title })),
);

describe.each(found)('$title', ({ host, program }) => {
  const skipped = program === undefined ? ` (SKIPPED: ${host.title} cannot be installed)` : '';

  test('is the version that the documentation names', () => {
    expect(testedVersion(host.name)).toBe(host.program.version);
  });

  test.skipIf(program === undefined)(`holds a meeting${skipped}`, { timeout: 300_000 }, async () => {
    const { olga, gus, planId } = await meeting();
    const model = await ScriptedModel.start(host.api);
    onTestFinished(() => model.stop());
    // A noisy machine is slower than the network of a user.
    gus.env['PARLEY_HOOK_TIMEOUT'] = '60';
    await host.configure(gus, model.url);
    await gus.does('install', host.name);
    if (host.name !== 'opencode') await waitForHooks(gus, host.name);

    const asked = async (text: string, expects: 'reply' | 'ack' = 'reply') => {
      const { messageId } = await olga.send(text, { to: 'Gus', expects });
      return messageId;
    };
    const outcomeOf = async (messageId: string) => {
      const { deliveries } = await olga.call('listDeliveries', { role: 'sender', state: 'all' });
      return deliveries.find((each) => each.messageId === messageId)?.outcome;
    };
    const gusId = (await olga.get()).participants.find(({ name }) => name === 'Gus')!.participantId;
    const edit = { call: 'edit_artifact', args: { artifactId: 'Plan', edits: [{ old: 'one', new: 'two' }] } };
    let first = '';
    let second = '';
    model.follows(
      async () => {
        await isKnown(gus, olga.spaceId, 0);
        first = await asked('Please change the plan');
        await isKnown(gus, olga.spaceId, 1);
        return { call: 'get_artifact', args: { artifactId: planId } };
      },
      (told) => {
        expect(told, 'in the middle of its turn').toContain('Please change the plan');
        expect(told).toContain(`id: ${first}`);
        return { call: 'send_message', args: { content: 'I will', replyTo: first } };
      },
      async () => {
        expect(await outcomeOf(first)).toBe('replied');
        return edit;
      },
      async () => {
        expect((await olga.artifacts.get(planId)).content).toContain('two');
        await olga.call('lockArtifact', { artifactId: planId });
        return { ...edit, args: { ...edit.args, edits: [{ old: 'two', new: 'three' }] } };
      },
      async (told) => {
        expect(told, 'why the edit was refused').toMatch(/Olga.{1,8} holds the lock/);
        await olga.call('muteParticipant', { participantId: gusId });
        return { call: 'send_message', args: { content: 'It is locked' } };
      },
      async (told) => {
        expect(told, 'why the message was refused').toMatch(/muted/);
        await olga.call('unmuteParticipant', { participantId: gusId });
        second = await asked('Is it done?', 'ack');
        await isKnown(gus, olga.spaceId, 1);
        return { say: 'It is done.' };
      },
      (told) => {
        expect(told, 'when it would stop').toContain('Is it done?');
        const [, deliveryId] = /deliveryId: ([\da-f-]{36})/.exec(told)!;
        return { call: 'settle_delivery', args: { deliveryId, outcome: 'acknowledged' } };
      },
      async () => {
        expect(await outcomeOf(second)).toBe('acknowledged');
        return { say: 'Now it is.' };
      },
    );
    const session = await host.open(program!, gus, model.url);
    onTestFinished(() => session.end());
    await session.prompts('Work on the plan');
    await vi.waitFor(() => expect(model.isDone || model.errors.length > 0, model.told.join('\n---\n')).toBe(true), patience);
    expect(model.errors).toEqual([]);

    await asked('One more thing');
    // Its `parley mcp` still runs between prompts, and a hook asks it how many wait.
    if (host.name === 'opencode') await isKnown(gus, olga.spaceId, 1);
    model.follows((told) => {
      expect(told, 'with the next prompt').toContain('One more thing');
      return { say: 'Thanks' };
    });
    await session.prompts('What is new?');
    expect(model.errors).toEqual([]);
    expect(model.isDone).toBe(true);
  });
});
