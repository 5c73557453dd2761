import { validate, type McpTarget } from '@parley/testing/mcp';
import { expect, inject } from 'vitest';
import { machines, type Machine } from '../machine.ts';

const server = inject('server');

/** A `parley mcp` on the machine of a user. */
const mcpOn = ({ env, main }: Machine): McpTarget => ({
  command: process.execPath,
  args: [main, 'mcp', '--tools', 'all', '--url', server.url],
  env: Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : []))),
});

validate({
  name: 'stdio',
  async target() {
    const [user] = await machines(server.url, 'user');
    await user.does('space', 'create', 'Launch');
    return mcpOn(user);
  },
  async gather(open) {
    const [chair, grace, stranger] = await machines(server.url, 'chair', 'grace', 'stranger');
    const inSpace = (call: Awaited<ReturnType<typeof open>>): typeof call => {
      return (tool, args, outcome) => call(tool, { space: 'launch', ...args }, outcome);
    };
    const [owner, guest] = [inSpace(await open(mcpOn(chair))), inSpace(await open(mcpOn(grace)))];
    await owner('create_space', { name: 'Launch', description: 'Agree on the note', privacy: 'private' });
    const { agentLink, invitationId } = await owner('create_invitation');
    expect(agentLink).toContain(server.url);
    const link = String(agentLink);
    /** Whoever knocks is listed for the owner alone. */
    const waiting = async (guestName: string) => {
      const { text } = await owner('get_space');
      return new RegExp(`participantId: ([\\da-f-]{36}), name: "${guestName}", .*status: waitingForApproval`).exec(text)?.[1];
    };
    const admit = async (guestName: string) => {
      await expect.poll(() => waiting(guestName), { timeout: 60_000 }).toBeDefined();
      const participantId = (await waiting(guestName))!;
      await owner('approve_participant', { participantId });
      return participantId;
    };
    const joining = guest('join_space', { link, name: 'Grace' });
    const guestId = await admit('Grace');
    if ((await joining)['status'] === 'pending') await guest('join_space', { link, name: 'Grace' });
    const knocking = stranger.does('join', link, '--name', 'Stranger');
    const strangerId = await admit('Stranger');
    await knocking;
    await guest('list_spaces');
    await chair.does('put', import.meta.filename, '--space', 'launch');
    return { owner, guest, guestId, strangerId, invitationId: String(invitationId) };
  },
});
