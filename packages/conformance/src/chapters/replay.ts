import { expect } from '../expect/expect.ts';
import { addition, group } from '../runner/promises.ts';
import { everybody, say } from '../scenes.ts';
import { covers } from '../wire/call.ts';
import { openStream, type Stream } from '../wire/stream.ts';

const future = '2999-01-01T00:00:00Z';

async function busySpace() {
  const scene = await everybody();
  await say(scene.owner, 'One');
  await covers('lockArtifact', 200, scene.guest, { artifactId: scene.artifactId });
  await say(scene.guest, 'Two');
  return scene;
}

const replayed = async (stream: Stream) => {
  await stream.first('context');
  return stream.events.slice(1, stream.names().indexOf('context'));
};
const idsOf = async (stream: Stream) => (await replayed(stream)).map(({ id }) => Number(id));

group('a replay by `timestamp`', () => {
  addition('contains only the messages after that instant', async () => {
    const { owner, guest } = await busySpace();
    const [one] = (await covers('listMessages', 200, owner)).body.messages;
    const events = await replayed(await openStream(guest, { timestamp: one!.timestamp }));
    expect(events).toMatchObject([{ event: 'message', data: { content: 'Two' } }]);
  });

  addition('from the future contains nothing', async () => {
    const { guest } = await busySpace();
    expect(await replayed(await openStream(guest, { timestamp: future }))).toEqual([]);
  });
});

group('a replay by `Last-Event-ID`', () => {
  addition('contains every kind of event, numbered 1, 2, 3 without a gap', async () => {
    const { owner } = await busySpace();
    const stream = await openStream(owner, {}, { headers: { 'last-event-id': '0' } });
    const ids = await idsOf(stream);
    expect(ids).toEqual(ids.map((_, index) => index + 1));
    expect(stream.names()).toEqual(expect.arrayContaining(['participant-status', 'artifact', 'message']));
  });

  addition('continues where the last stream ended', async () => {
    const { guest } = await busySpace();
    const whole = await idsOf(await openStream(guest, { lastEventId: '0' }));
    const seen = whole[1]!;
    const rest = await openStream(guest, {}, { headers: { 'last-event-id': String(seen) } });
    expect(await idsOf(rest)).toEqual(whole.filter((id) => id > seen));
  });

  addition('can be requested in the query', async () => {
    const { guest } = await busySpace();
    const byHeader = await openStream(guest, {}, { headers: { 'last-event-id': '2' } });
    const byQuery = await openStream(guest, { lastEventId: '2' });
    expect(await idsOf(byQuery)).toEqual(await idsOf(byHeader));
  });

  addition('takes precedence over `timestamp`', async () => {
    const { guest } = await busySpace();
    const stream = await openStream(guest, { timestamp: future }, { headers: { 'last-event-id': '0' } });
    expect((await replayed(stream)).length).toBeGreaterThan(2);
  });
});

addition('without a position the whole backlog is replayed', async () => {
  const { guest } = await busySpace();
  const stream = await openStream(guest);
  await replayed(stream);
  expect(stream.all('message').map(({ content }) => content)).toEqual(['One', 'Two']);
});
