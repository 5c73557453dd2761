// Joins the meeting once, and answers what is directed to the agent until the space is closed.
import { readFile, writeFile } from 'node:fs/promises';
import { Parley, readInvitation } from '@parley/sdk';
import { work } from './agent.mjs';
import * as model from './model.mjs';

const { PARLEY_LINK: invitation, PARLEY_NAME: name = 'Agent' } = process.env;
const { baseUrl, spaceId } = readInvitation(invitation);
const parley = new Parley({ baseUrl });

/** Whoever has this file can act as the agent. With it, the agent is the same participant whenever it starts. */
const file = new URL('key.json', import.meta.url);

async function enter() {
  const kept = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
  if (kept?.spaceId === spaceId) return parley.space(kept);
  console.log('Joining; if the owner has to approve it, this waits …');
  const { key, participantId } = await parley.join(invitation, { name, role: 'agent' });
  await writeFile(file, JSON.stringify({ spaceId, key, participantId }), { mode: 0o600 });
  return parley.space({ spaceId, key, participantId });
}

const space = await enter();
const { name: meeting } = await space.get();
console.log(`${name} is in ${JSON.stringify(meeting)}, and answers what is directed to it. Ctrl+C stops it.`);
await work({ ...model, invitation, space });
console.log('The space is closed');
