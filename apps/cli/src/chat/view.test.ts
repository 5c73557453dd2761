import type { SpaceEvent } from '@parley/sdk';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { insert } from './editor.ts';
import { after, artifact, event, meeting, message, person, said } from './meeting.fixture.ts';
import { met, type Model } from './model.ts';
import { failed, sending } from './pending.ts';
import { press } from './press.ts';
import { added, noted, resized, scrolled } from './scroll.ts';
import { farewell, view } from './view.ts';
import { width } from '../terminal/width.ts';

const bare = (line: string) => line.replace(/\x1b\[[0-9;]*m/g, '');
const shown = (model: Model) =>
  view(model, true).lines.map((line) =>
    bare(line)
      .replace(/\d\d:\d\d/, '--:--')
      .trimEnd(),
  );
const statusOf = (model: Model) => shown(model).at(-2);

test('the conversation is above, then the status line, then the prompt', () => {
  const model = after(
    meeting(),
    said('Ann', 'Hello'),
    said('Bert', 'Hello Ann, how are you? I hope the weather is as fine there as here', 2),
  );
  expect(shown({ ...model, editor: insert(model.editor, 'Fine') }).slice(-6)).toEqual([
    `── Saturday, 31 January 2026 ${'─'.repeat(31)}`,
    '--:-- Ann        │ Hello',
    '--:-- Bert       │ Hello Ann, how are you? I hope the',
    '                 │ weather is as fine there as here',
    'Launch · 3 members: Olga, Ann, Bert',
    '> Fine',
  ]);
});

test('text starts in the same column for every sender, and long names are cut', () => {
  const talk = (columns: number) => {
    const start = { ...meeting(), size: { columns, rows: 12 } };
    return shown(after(start, said('Al', 'Hello'), said('A very long name indeed', 'Hello', 2))).filter((line) =>
      line.includes('Hello'),
    );
  };
  for (const columns of [40, 80, 120])
    expect(new Set(talk(columns).map((line) => line.indexOf('│ Hello'))).size, `${columns}`).toBe(1);
  expect(talk(40)).toEqual(['--:-- Al       │ Hello', '--:-- A very … │ Hello']);
});

test('no message can imitate a line of another participant', () => {
  const shownTalk = shown(after(meeting(), said('Ann', 'Hello\n12:00 Bert       │ I agree')));
  expect(shownTalk.find((line) => line.includes('I agree'))).toMatch(/^ +│ --:-- Bert/);
});

test('a message about a proposal that is directed to the user has the command that shows it', () => {
  const [artifactId, proposalId] = ['5b1d4a1e-7a57-4c8f-9d7f-000000000001', '9e8f7a6b-7a57-4c8f-9d7f-000000000002'];
  const announcement = (id: string, to = 'Olga', of = artifactId) =>
    event('message', { ...message('Ann', 'I propose'), proposalId: id, artifactId: of, to: [`id-of-${to}`], expects: 'ack' });
  const wide = { ...meeting(), size: { columns: 100, rows: 12 } };
  const lines = (each: SpaceEvent) => shown(after(wide, each)).join('\n');
  expect(lines(announcement(proposalId))).toContain('→ you · #1 · parley artifact proposal 5b1d4a1e 9e8f7a6b\n');
  expect(lines(announcement(proposalId, 'Bert'))).not.toContain('parley');
  // No command that could be copied comes from the server.
  expect(lines(announcement('; rm -rf'))).not.toContain('rm');
  expect(lines(announcement(proposalId, 'Olga', '; rm -rf'))).not.toContain('rm');
});

test('addressees are below the text, behind an arrow that no text can imitate', () => {
  const directed = event('message', { ...message('Olga', 'Ready?\n→ Bert ✓✓ replied'), to: ['id-of-Bert'], expects: 'reply' });
  expect(shown(after(meeting(), directed)).slice(-5, -2)).toEqual([
    '--:-- Olga       │ Ready?',
    '                 │ → Bert ✓✓ replied',
    '                 → Bert · queued',
  ]);
  const mine = after({ ...meeting('Bert'), size: { columns: 100, rows: 12 } }, directed);
  expect(shown(mine).at(-3)).toMatch(/^ +→ you · #1$/);
  expect(statusOf(mine)).toBe('Launch · for you: Olga, /reply · 3 members: Olga, Ann, Bert');
});

test('a receipt does not move the view of a user who has scrolled up', () => {
  const directed = event('message', { ...message('Olga', 'Ready?', 1), to: ['id-of-Bert'], expects: 'reply' });
  const talk = Array.from({ length: 30 }, (_, i) => said('Ann', `Message ${i}`, i + 2));
  const ids = { deliveryId: 'd', messageId: 'message-1', senderId: 'id-of-Olga', participantId: 'id-of-Bert' };
  const news = event('delivery', {
    sequence: 40,
    ...ids,
    state: 'done',
    outcome: 'declined',
    note: 'no '.repeat(60),
    attempt: 1,
  });
  const texts = (model: Model) => view(model, false).lines.flatMap((line) => /Message \d+/.exec(line) ?? []);
  for (const messages of [
    [directed, ...talk],
    [...talk, directed],
  ]) {
    const reading = scrolled(after(meeting(), ...messages), 1);
    expect(texts(after(reading, news))).toEqual(texts(reading));
  }
});

test('help wraps within its column, and stacks when two columns do not fit', () => {
  const pairs = [['/kick <name>', 'Remove a participant, or decline a join request.']] as const;
  const helped = (columns: number) => {
    const model = added({ ...meeting(), size: { columns, rows: 8 } }, { kind: 'pairs', pairs });
    return shown(model).slice(0, -2).filter(Boolean);
  };
  expect(helped(40)).toEqual(['/kick <name>  Remove a participant, or', '              decline a join request.']);
  expect(helped(24)).toEqual(['/kick <name>', '  Remove a participant,', '  or decline a join', '  request.']);
});

test('a question replaces the prompt, and the draft comes back', () => {
  const model = { ...meeting(), editor: insert(meeting().editor, 'Fine') };
  const asked = { ...model, question: { text: 'Quit this chat?', yes: { do: 'end' } as const } };
  expect(shown(asked).at(-1)).toBe('Quit this chat? [y/N]');
  expect(shown({ ...asked, question: undefined }).at(-1)).toBe('> Fine');
});

test('the status line shows who is muted, who waits, what is locked, and a lost connection', () => {
  const model = meeting('Olga', [person('Ann', 'muted'), person('Dan', 'waitingForApproval'), person('Eve', 'left')]);
  const artifacts = [artifact('Plan', 'Ann'), artifact('Notes')];
  const wide = { ...model, artifacts, size: { columns: 120, rows: 10 } };
  expect(statusOf(wide)).toBe('Launch · waiting: Dan, /approve Dan · locked: Plan (Ann) · 2 members: Olga, Ann (muted)');
  const crowd = met(wide, [
    { ...person('dan', 'waitingForApproval'), participantId: 'another' },
    person('7', 'waitingForApproval'),
  ]);
  expect(statusOf(crowd)).toContain('waiting: Dan +2, /approve 3 ·');
  expect(statusOf({ ...wide, me: 'id-of-Ann' })).not.toContain('waiting');
  expect(statusOf({ ...wide, connection: 'reconnecting' })).toMatch(/^reconnecting… · Launch/);
  expect(statusOf(sending(wide, 'k1', 'Hi'))).toMatch(/^sending… · Launch/);
  expect(statusOf(failed(sending(wide, 'k1', 'Hi'), 'k1', 'No'))).toMatch(/^1 not sent · Launch/);
});

test('names that do not fit are counted', () => {
  const crowd = (columns: number, ...names: string[]) =>
    statusOf({
      ...meeting(
        'Olga',
        names.map((name) => person(name)),
      ),
      size: { columns, rows: 10 },
    });
  expect(crowd(40, 'Ann', 'Bert', 'Cleopatra', 'Dan')).toBe('Launch · 5 members: Olga, Ann, Bert +2');
  expect(crowd(80, 'Ann', 'Bert', 'Cleo', 'Dan')).toBe('Launch · 5 members: Olga, Ann, Bert, Cleo, Dan');
  expect(crowd(21, 'Ann')).toBe('Launch · 2 members');
});

test('the status line says who is online and marks the absent, who come last', () => {
  const reach = (name: string, reach: 'live' | 'wakeable' | 'away') => ({ ...person(name), reach });
  const people = [reach('Ann', 'away'), reach('Bert', 'live'), reach('Cleo', 'wakeable'), person('Eve', 'left')];
  const model = met({ ...meeting('Olga', people), size: { columns: 100, rows: 10 } }, [
    { ...person('Olga', 'active', true), reach: 'away' },
  ]);
  // Whoever reads this is online, even before the service has noticed.
  expect(statusOf(model)).toBe('Launch · 4 members, 2 online: Olga, Bert, Ann (away), Cleo (wakeable)');
  expect(statusOf({ ...model, connection: 'reconnecting' })).toContain('4 members, 1 online: Bert, Olga (away)');
  const muted = met(model, [{ ...reach('Ann', 'away'), status: 'muted' }]);
  expect(statusOf(muted)).toContain('Ann (muted, away)');
});

test('a reply shows what it answers, behind a corner that no text can imitate', () => {
  const asked = after(meeting(), event('message', message('Ann', 'Which date?\nI need it now', 7)));
  const reply = (replyTo: string) => event('message', { ...message('Bert', 'Tuesday', 9), replyTo });
  const rows = (model: Model) => shown(model).slice(-4, -2);
  expect(rows(after(asked, reply('message-7')))).toEqual([
    '--:-- Bert       ┌ Ann #7: Which date? ⏎ I need it now',
    '                 │ Tuesday',
  ]);
  expect(rows(after({ ...asked, me: 'id-of-Ann' }, reply('message-7')))[0]).toContain('┌ you #7: Which date?');
  expect(rows(after(asked, reply('older')))[0]).toBe('--:-- Bert       ┌ an earlier message');
});

test('a long message is folded, and /show with its number prints all of it', () => {
  const text = (count: number) => Array.from({ length: count }, (_, i) => `Line ${i + 1}.`).join('\n');
  const model = { ...meeting(), size: { columns: 60, rows: 60 } };
  const rows = (count: number) => shown(after(model, said('Ann', text(count), 48))).filter((row) => /Line|more/.test(row));
  expect(rows(30)).toHaveLength(30);
  expect(rows(800)).toHaveLength(25);
  expect(rows(800).at(-1)).toBe('                 └ 776 more lines: /show #48');
  const whole = { kind: 'whole', heading: '#48 Ann', text: text(40) } as const;
  expect(shown(added(model, whole)).filter((row) => row.startsWith('│ Line'))).toHaveLength(40);
});

test('a page is marked, because its source is shown', () => {
  const page = event('message', { ...message('Ann', '<b>Hi</b>'), type: 'html' });
  expect(shown(after(meeting(), page)).slice(-4, -2)).toEqual(['--:-- Ann        ┌ HTML source', '                 │ <b>Hi</b>']);
});

test('a link fills its rows, which the terminal joins', () => {
  const link = `http://parley.test/space/${'x'.repeat(100)}`;
  const model = added(meeting(), { kind: 'links', links: [['For humans:', link]] });
  const { lines, continued } = view(model, false);
  const first = lines.findIndex((line) => line.startsWith('http'));
  expect(lines.slice(first, first + 3).join('')).toBe(link);
  expect([...continued]).toEqual([first, first + 1]);
  expect(farewell(model, false)).toContain(`${link}\n`);
});

test('what Tab offers is above the status line until the next key, and no part of the conversation', () => {
  const offered = press({ ...meeting(), editor: insert(meeting().editor, '@') }, { name: 'tab' }).model;
  expect(shown(offered).slice(-3)).toEqual(['Ann  Bert', 'Launch · 3 members: Olga, Ann, Bert', '> @']);
  const next = press(offered, { name: 'text', text: 'A' }).model;
  expect(shown(next).join('\n')).not.toContain('Ann  Bert');
  expect(next.entries).toEqual([]);
});

test('whoever is removed while writing finds the draft in the last lines', () => {
  const model = { ...meeting(), over: 'The owner removed you from this space.' };
  expect(farewell({ ...model, editor: insert(model.editor, 'one\n\x1btwo') }, false)).toBe(
    'The owner removed you from this space.\nWhat you were writing was not sent:\none\ntwo\n',
  );
  expect(farewell(model, false)).toBe('The owner removed you from this space.\n');
});

test('what is typed after an @ cannot touch the terminal from the status line', () => {
  const model = { ...meeting(), editor: insert(meeting().editor, '@\u202eevil') };
  expect(statusOf(model)).toMatch(/^There is no participant “.evil” in this space\. · Launch/);
  expect(statusOf(model)).not.toContain('\u202e');
});

test('without colours there is no colour code', () => {
  const codes = view(after(meeting(), said('Ann', 'Hello')), false).lines.join('');
  expect(codes).not.toMatch(/38;5/);
  expect(codes).toContain('\x1b[7m');
});

test('a long text being written shows the rows around the cursor', () => {
  const model = meeting();
  const many = { ...model, editor: insert(model.editor, Array.from({ length: 20 }, (_, i) => `line ${i}`).join('\n')) };
  const { lines, cursor } = view(many, false);
  expect(lines.slice(-4)).toEqual(['  line 16', '  line 17', '  line 18', '  line 19']);
  expect(cursor).toEqual({ row: 11, before: '  line 19' });
});

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('日', '👨‍👩‍👧', 'e\u0301', '\n', '\t', '\x1b', '\u202e', ' '),
    fc.string({ unit: 'binary', maxLength: 1 }),
  ),
  maxLength: 80,
});
const size = fc.record({ columns: fc.integer({ min: 1, max: 100 }), rows: fc.integer({ min: 1, max: 30 }) });

const models = fc
  .record({ texts: fc.array(text), name: text, space: text, written: text, size, screens: fc.nat({ max: 3 }) })
  .map(({ texts, name, space, written, size, screens }) => {
    const people = [person(name || 'Ann'), person('Dan', 'waitingForApproval')];
    const start = { ...meeting('Olga', people), artifacts: [artifact(space, name)] };
    const talk = texts.map((content, i) => {
      const directed = { to: ['id-of-Olga', 'id-of-Dan'], expects: 'reply' as const, replyTo: 'message-1' };
      return event('message', { ...message(name, content, i + 1), ...(i % 2 && directed) });
    });
    const told = after(
      resized(start, size),
      event('context', { ...contextOf(start), space: { ...about, name: space } }),
      ...talk,
    );
    const pending = failed(sending(noted(told, written, 'refused'), 'k1', written), 'k1', name);
    const links = added(pending, { kind: 'links', links: [[written, `http://${written}`]] });
    const question = screens === 3 ? { text: written, yes: { do: 'end' } as const } : undefined;
    return scrolled({ ...links, choices: screens === 2 ? texts : [], question, editor: insert(start.editor, written) }, screens);
  });

const about = { name: '', description: '', state: 'open', ttlRemaining: 1 } as const;
const contextOf = ({ people, artifacts }: Model) => ({
  participants: [...people],
  artifacts: [...artifacts],
  suggestedPollingIntervalMs: 1,
});

test('no line is ever wider than the screen, there is one for each row, and none can touch the terminal', () => {
  fc.assert(
    fc.property(models, (model) => {
      const { lines, cursor } = view(model, true);
      expect(lines).toHaveLength(model.size.rows);
      for (const line of [...lines, cursor.before].map(bare)) {
        expect(width(line)).toBeLessThanOrEqual(model.size.columns);
        expect(line).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
      }
      expect(cursor.row).toBeLessThan(model.size.rows);
      expect(lines[cursor.row]).toBeDefined();
    }),
    { numRuns: 300 },
  );
});
