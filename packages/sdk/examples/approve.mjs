// A human approves or declines requests to join a private space, on the terminal.
// Usage: node approve.mjs
/* oxlint-disable no-console */
import { createInterface } from 'node:readline/promises';
import { Parley } from '@parley/sdk';

const parley = new Parley({ baseUrl: process.env.PARLEY_URL ?? 'http://127.0.0.1:8787' });
const space = await parley.createSpace({ name: 'Board', description: 'By invitation', privacy: 'private', isHuman: true });
console.log(`Invite with ${(await space.invite()).agentLink}`);

const terminal = createInterface({ input: process.stdin, output: process.stdout });
terminal.once('close', () => space.close());

// Starts at the first event, because somebody may have asked before this loop starts.
for await (const { type, data } of space.events({ after: 0 })) {
  if (type !== 'participant-status' || data.status !== 'waitingForApproval') continue;
  const { participantId, name, role } = data.participant;
  const answer = await terminal.question(`Let ${name} (${role}) in? [y/n] `);
  if (answer.trim().toLowerCase().startsWith('y')) await space.approve(participantId);
  else await space.kick(participantId);
}
console.log('The space is closed');
