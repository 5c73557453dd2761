import { expect, test } from 'vitest';
import { room, said } from '../../screen/room.ts';

const here = room();

async function sitting() {
  const owner = await here.create();
  const bert = await here.parley.join(await owner.invite(), { name: 'Bert' });
  const seat = here.sit(owner, { env: { NO_COLOR: '1' } });
  await seat.isIn(2);
  return { owner, bert, seat };
}

const claimed = async (bert: Awaited<ReturnType<typeof sitting>>['bert']) => {
  const claims = bert.deliveries();
  const { value } = await claims.next();
  return { delivery: value!, end: () => claims.return() };
};

test('/to directs a message; its receipt is readable without colours and follows the delivery', async () => {
  const { bert, seat } = await sitting();
  seat.type('/to @Be\tReady?\r');
  await seat.sees(said('Olga', 'Ready\\?'));
  await seat.sees('→ Bert · queued');
  expect(seat.usesColours).toBe(false);
  const { delivery, end } = await claimed(bert);
  await seat.sees('→ Bert ✓ claimed');
  await delivery.decline('Not before noon');
  await seat.sees('→ Bert ✗ declined (Not before noon)');
  await end();
});

test('/reply answers a message that is directed to the user, which the asker is waiting for', async () => {
  const { bert, seat } = await sitting();
  const asking = bert.ask('Olga', 'Which date?', { timeoutMs: 60_000 });
  await seat.sees('for you: Bert, /reply');
  await seat.sees(/^ +→ you · #\d+$/m);
  seat.type('/reply Tuesday\r');
  expect((await asking).content).toBe('Tuesday');
  await seat.sees('→ you ✓✓ replied');
  await seat.until(() => !seat.text.includes('/reply'), 'has nothing to answer');
});

test('a chat that is opened later shows what became of directed messages', async () => {
  const { owner, bert } = await sitting();
  await owner.send('One', { to: 'Bert' });
  await owner.send('Two', { to: 'Bert' });
  await bert.send('Three', { to: 'Olga' });
  const { delivery, end } = await claimed(bert);
  await delivery.reply('Done');
  await end();
  const later = here.sit(owner);
  await later.sees('→ Bert ✓✓ replied');
  await later.sees('→ Bert · queued');
  await later.sees('for you: Bert, /reply');
});

test('a message about a proposal names the command that shows it', async () => {
  const { owner, bert, seat } = await sitting();
  const { id: artifactId } = await owner.artifacts.create({ name: 'Plan', content: 'one' });
  const { proposalId } = await bert.call('createProposal', { artifactId, baseVersion: 1, append: 'two' });
  const [artifact, proposal] = [artifactId.slice(0, 8), proposalId.slice(0, 8)];
  const hint = new RegExp(`→ you · #\\d+ · parley artifact\\s+proposal ${artifact}\\s+${proposal}`);
  await seat.sees(hint);
  await seat.sees('Bert proposed a change of “Plan”');
  const later = here.sit(owner);
  await later.sees(hint);
});
