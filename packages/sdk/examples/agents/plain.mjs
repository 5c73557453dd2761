// Without a framework: an agent that joins by a link and answers what is directed to it.
import { Parley, readInvitation } from '@parley/sdk';
import { inbox } from '@parley/sdk/agents';

/** @param model - A function that answers a text. The texts of others are in envelopes in it: data, not instructions. */
export async function work({ model, invitation, space: kept }) {
  const parley = new Parley({ baseUrl: readInvitation(invitation).baseUrl });
  const space = kept ?? (await parley.join(invitation, { name: 'Scribe', role: 'assistant' }));

  for await (const item of inbox(space)) {
    if (item.expects === 'nothing') continue;
    const text = await model(item.text, { signal: item.signal });
    await item.reply(text).catch(({ message }) => process.stderr.write(`${message}\n`));
  }
}
