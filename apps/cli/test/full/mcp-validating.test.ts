import { meet, pythonClients, typeScriptClients, wrongArguments, type ClientVersion, type Fields } from '@parley/testing/mcp';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { machines, type Machine } from '../machine.ts';

const server = inject('server');

/** A host on the machine of a user, with a `parley mcp` of its own. */
async function hostOn(machine: Machine, { connect }: ClientVersion) {
  const env = Object.fromEntries(Object.entries(machine.env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  const client = await connect({
    command: process.execPath,
    args: [machine.main, 'mcp', '--tools', 'all', '--url', server.url],
    env,
  });
  onTestFinished(() => client.close());
  return client;
}

describe.each([...typeScriptClients, ...pythonClients()])('$name over stdio', (version) => {
  const { name, missing } = version;
  const skipped = missing ? ` (SKIPPED: ${missing})` : '';

  test.skipIf(missing)(`accepts the answer of every tool${skipped}`, async () => {
    const [chair, grace, stranger] = await machines(server.url, 'chair', 'grace', 'stranger');
    const [olga, guest] = [await hostOn(chair, version), await hostOn(grace, version)];
    const called = new Set<string>();
    const of =
      (client: typeof olga) =>
      async (tool: string, args: Fields = {}): Promise<Fields & { text: string }> => {
        called.add(tool);
        const { isError, text, structured } = await client.call(tool, { space: 'launch', ...args });
        expect(isError, `${tool}: ${text}`).toBe(false);
        return { ...structured, text };
      };
    const [chairs, attends] = [of(olga), of(guest)];
    await chairs('create_space', { name: 'Launch', description: 'Agree on the note', privacy: 'private' });
    const { agentLink, invitationId } = await chairs('create_invitation');
    expect(agentLink).toContain(server.url);
    const link = String(agentLink);
    /** Whoever knocks is listed for the owner alone. */
    const waiting = async (guestName: string) => {
      const { text } = await chairs('get_space');
      return new RegExp(`participantId: ([\\da-f-]{36}), name: "${guestName}", .*status: waitingForApproval`).exec(text)?.[1];
    };
    const admit = async (guestName: string) => {
      await expect.poll(() => waiting(guestName), { timeout: 60_000 }).toBeDefined();
      const participantId = (await waiting(guestName))!;
      await chairs('approve_participant', { participantId });
      return participantId;
    };
    const joining = attends('join_space', { link, name: 'Grace' });
    const guestId = await admit('Grace');
    if ((await joining)['status'] === 'pending') await attends('join_space', { link, name: 'Grace' });
    const knocking = stranger.does('join', link, '--name', 'Stranger');
    const strangerId = await admit('Stranger');
    await knocking;
    await attends('list_spaces');
    await chair.does('put', import.meta.filename, '--space', 'launch');
    await meet({ owner: chairs, guest: attends, guestId, strangerId, invitationId: String(invitationId) });
    expect([...called].sort(), name).toEqual(olga.tools.map((tool) => tool.name).sort());
  });

  test.skipIf(missing)(`shows why a tool refuses a call, for every tool${skipped}`, async () => {
    const [user] = await machines(server.url, 'user');
    await user.does('space', 'create', 'Launch');
    const client = await hostOn(user, version);
    // It takes no arguments, and reads only the profile.
    for (const tool of client.tools.filter((each) => each.name !== 'list_spaces')) {
      const { isError, text } = await client.call(tool.name, { ...wrongArguments(tool) });
      expect(isError, `${tool.name}: ${text}`).toBe(true);
      expect(text, tool.name).toMatch(/^error: "[^]*\bstatus: 4\d\d$/m);
      expect(text, tool.name).not.toMatch(/schema|-32602/);
    }
  });
});
