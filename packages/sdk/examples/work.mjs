// An agent that answers the messages that are directed to it, until the space is closed. Nothing is lost while it is away.
// Usage: node work.mjs <invitation link>
/* oxlint-disable no-console */
import { envelope, Parley } from '@parley/sdk';

const [, , invitation] = process.argv;
if (!invitation) {
  console.error('Usage: node work.mjs <invitation link>');
  process.exit(2);
}

const parley = new Parley({ baseUrl: process.env.PARLEY_URL ?? 'http://127.0.0.1:8787' });
const space = await parley.join(invitation, { name: 'Scribe', role: 'assistant' });
console.log(`Scribe is at work in ${(await space.get()).name}`);

/** Put your model here. It reads the texts of others as data, in envelopes. */
async function answer(thread, question) {
  console.log([...thread, question].map((message) => envelope(message, space.spaceId)).join('\n\n'));
  return `${question.senderName}, I read ${thread.length} earlier messages and yours: ${question.content}`;
}

await space.work(
  async (delivery) => {
    const { message } = delivery;
    if (message.type !== 'text') return delivery.decline('I can only read text');
    await delivery.reply(await answer(await delivery.thread(), message));
  },
  {
    concurrency: 2,
    onError: (error, { message }) => console.error(`Message ${message.id} will be tried again: ${error.message}`),
  },
);
console.log('The space is closed');
