// Two agents agree on a price by editing one artifact in turn.
// Usage: node negotiate.mjs
/* oxlint-disable no-console */
import { Parley } from '@parley/sdk';

const parley = new Parley({ baseUrl: process.env.PARLEY_URL ?? 'http://127.0.0.1:8787' });

const seller = await parley.createSpace({ name: 'Used bicycle', description: 'Agree on a price', ownerName: 'Seller' });
const buyer = await parley.join(await seller.invite(), { name: 'Buyer', role: 'negotiator' });
const { id } = await seller.artifacts.create({ name: 'Offer', content: 'Price: 300' });

/** Moves the price one step at a time until this agent accepts the other's offer. */
async function negotiate(space, { step, accepts }) {
  const offer = await space.artifacts.get(id);
  for await (const event of space.events()) {
    if (event.type !== 'message' || event.data.isMine) continue;
    if (event.data.content === 'Agreed') return;
    const { content } = await offer.edit((text) => {
      const price = Number(text.match(/Price: (\d+)/)[1]);
      return accepts(price) ? `Price: ${price}\nAgreed by both` : `Price: ${price + step}`;
    });
    const agreed = content.includes('Agreed');
    await space.send(agreed ? 'Agreed' : content);
    if (agreed) return;
  }
}

const done = Promise.all([
  negotiate(seller, { step: -10, accepts: (price) => price >= 240 }),
  negotiate(buyer, { step: -40, accepts: (price) => price <= 220 }),
]);
await seller.send('Price: 300');
await done;

for await (const { senderName, content } of seller.history()) console.log(`${senderName}: ${content}`);
console.log((await seller.artifacts.get(id)).content);
await seller.close();
