import { randomUUID } from 'node:crypto';
import { expect } from '../expect/expect.ts';
import { additions, promise } from '../runner/promises.ts';
import { everybody, say, type Member } from '../scenes.ts';
import { covers, type Input } from '../wire/call.ts';
import { openStream } from '../wire/stream.ts';

const messagesFor = async (reader: Member, input: Input = {}) => (await covers('listMessages', 200, reader, input)).body.messages;
const correct = (who: Member, replaces: string, content: string) => say(who, content, { replaces });
const refused = async (who: Member, input: Input) =>
  (await covers('sendMessage', 409, who, { content: 'No', ...input })).body.code;

additions('sendMessage with `replaces`', () => {
  promise('200 keeps both at their places: the first names the newest, each correction the first', async () => {
    const { owner, guest } = await everybody();
    const first = await say(guest, 'at none');
    await say(owner, 'between');
    const second = await correct(guest, first, 'at noon');
    // A correction stands for what it corrects.
    const third = await correct(guest, second, 'at one');
    const messages = await messagesFor(owner);
    expect(messages.map(({ id, content }) => [id, content])).toEqual([
      [first, 'at none'],
      [messages[1]!.id, 'between'],
      [second, 'at noon'],
      [third, 'at one'],
    ]);
    expect(messages.map(({ replaces }) => replaces)).toEqual([undefined, undefined, first, first]);
    expect(messages.map(({ replacedBy }) => replacedBy)).toEqual([third, undefined, undefined, undefined]);
    for (const each of messages) expect(Object.keys(each)).not.toContain('correction');
  });

  promise('is heard on streams as a message that names what it corrects', async () => {
    const { owner, guest } = await everybody();
    const first = await say(guest, 'at none');
    const stream = await openStream(owner);
    await correct(guest, first, 'at noon');
    const heard = await stream.first('message', ({ content }) => content === 'at noon');
    expect(heard.replaces).toBe(first);
  });

  promise('409 not_replaceable for what somebody else sent, what is directed, and what was erased', async () => {
    const { owner, guest } = await everybody();
    const [own, asked, erased] = [
      await say(owner, 'one'),
      await say(guest, 'two', { to: [owner.id] }),
      await say(guest, 'three'),
    ];
    await covers('redactMessage', 200, guest, { messageId: erased });
    for (const replaces of [own, asked, erased]) expect(await refused(guest, { replaces })).toBe('not_replaceable');
  });

  promise('409 not_replaceable after 20 corrections', async () => {
    const { guest } = await everybody();
    const replaces = await say(guest, '0');
    for (let i = 1; i <= 20; i += 1) await correct(guest, replaces, `${i}`);
    expect(await refused(guest, { replaces })).toBe('not_replaceable');
  });

  promise('400 with an unknown message, and together with `to`, `replyTo` or an image', async () => {
    const { owner, guest } = await everybody();
    const replaces = await say(guest, 'one');
    const wrong = [
      { replaces: randomUUID() },
      { replaces, to: [owner.id] },
      { replaces, replyTo: replaces },
      { replaces, type: 'image', content: 'https://example.com/a.png' },
    ];
    for (const input of wrong) await covers('sendMessage', 400, guest, { content: 'two', ...input });
  });
});

additions('a corrected message', () => {
  promise('is read with its newest text at its first place: in catch-ups, transcripts and searches', async () => {
    const { owner, guest } = await everybody();
    const first = await say(guest, 'We begin at none');
    await say(owner, 'Fine');
    await correct(guest, await correct(guest, first, 'We begin at eleven'), 'We begin at noon');
    const { sequence } = (await messagesFor(owner))[0]!;
    const { messages } = (await covers('catchUp', 200, owner)).body;
    expect(messages.map(({ content }) => content)).toEqual(['We begin at noon', 'Fine']);
    const transcript = (await covers('exportSpace', 200, owner, { format: 'md' })).text;
    expect(transcript).toMatch(/\(corrected\)\n\n> We begin at noon\n[^]*> Fine/);
    expect(transcript).not.toMatch(/none|eleven/);
    const found = async (q: string) => (await covers('searchSpace', 200, owner, { q })).body.results;
    expect(await found('noon')).toMatchObject([{ id: first, sequence, excerpt: 'We begin at noon' }]);
    for (const q of ['none', 'eleven']) expect(await found(q)).toEqual([]);
  });

  promise('is told once more to who has read the former text', async () => {
    const { owner, guest } = await everybody();
    const first = await say(guest, 'at none');
    const { cursor } = (await covers('catchUp', 200, owner)).body;
    await correct(guest, first, 'at eleven');
    await correct(guest, first, 'at noon');
    const { messages } = (await covers('catchUp', 200, owner, { after: cursor })).body;
    expect(messages).toMatchObject([{ content: 'at noon', replaces: first }]);
    expect(messages).toHaveLength(1);
  });

  promise('leaves nothing when one of its texts is redacted', async () => {
    const { owner, guest } = await everybody();
    const text = `canary-${randomUUID()}`;
    const first = await say(guest, text);
    const last = await correct(guest, await correct(guest, first, `${text} 1`), `${text} 2`);
    await covers('redactMessage', 200, guest, { messageId: last });
    const said = [
      await messagesFor(owner),
      (await covers('catchUp', 200, owner)).body,
      (await covers('exportSpace', 200, owner)).text,
      (await covers('exportSpace', 200, owner, { format: 'md' })).text,
    ];
    for (const each of said) expect(JSON.stringify(each)).not.toContain(text);
    expect((await messagesFor(owner)).map(({ content, redacted }) => [content, redacted?.by])).toEqual(
      Array.from({ length: 3 }, () => ['', guest.id]),
    );
  });
});
