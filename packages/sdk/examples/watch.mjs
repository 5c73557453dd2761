// An agent that answers when it is mentioned, until the space is closed.
// Usage: node watch.mjs <invitation link>
/* oxlint-disable no-console */
import { Parley } from '@parley/sdk';

const [, , invitation] = process.argv;
if (!invitation) {
  console.error('Usage: node watch.mjs <invitation link>');
  process.exit(2);
}

const parley = new Parley({ baseUrl: process.env.PARLEY_URL ?? 'http://127.0.0.1:8787' });
const space = await parley.join(invitation, { name: 'Echo', role: 'assistant' });
console.log(`Echo is listening in ${(await space.get()).name}`);

for await (const { type, data } of space.events({ after: 'now' })) {
  if (type !== 'message' || data.isMine) continue;
  if (!data.content.startsWith('@Echo')) continue;
  await space.send(`${data.senderName}, you said:${data.content.slice('@Echo'.length)}`);
}
console.log('The space is closed');
