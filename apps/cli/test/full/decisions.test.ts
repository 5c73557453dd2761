import { readEnvelope } from '@parley/sdk';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import type { Machine } from '../machine.ts';
import { planning } from '../planning.ts';
import { at, atTerminal, typing } from '../terminal.ts';

const server = inject('server');

interface Decision {
  decisionId: string;
  title: string;
  state: string;
  outcome?: string;
  voters: { name: string; option?: string; reason?: string }[];
}

async function decided(who: Machine, title: string, ...more: string[]): Promise<string> {
  const { decisionId } = await who.answers<Decision>('decide', title, ...more);
  return decisionId.slice(0, 8);
}

const says = (text: string | RegExp) =>
  (typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text)) as string;

/** Olga writes another version of her artifact. */
const written = (olga: Machine) => olga.tries(['artifact', 'write', 'Plan', '--base', '1'], { input: '# Plan\n\ntwo\n' });

test('a question with options is asked, answered with numbers and labels, changed and decided', async () => {
  const { olga, gus, mia } = await planning(server.url);
  const ballot = [
    '--option',
    'mon=Monday',
    '--option',
    'Next Tuesday',
    '--voters',
    'olga',
    '--voters',
    '@Mia',
    '--voters',
    'Gus',
  ];
  const asking = await gus.tries(['decide', 'Which day?', ...ballot, '--rule', 'majority', '--for', '2h', '--text', '-'], {
    input: 'The **first** one is a holiday',
  });
  expect(asking).toMatchObject({ code: 0, stderr: says(/^Opened [\da-f]{8}; asked: Olga, Mia, Gus\n$/) });
  expect(asking.stdout).toMatch(/^decision [\da-f]{8}\nDecision: Which day\?\nState: +open until (?:[\d-]+ )?\d\d:\d\d:\d\d\n/);
  expect(asking.stdout).toContain(
    '\n\n    The **first** one is a holiday\n\nOptions\n  1  Monday (mon)\n  2  Next Tuesday (next-tuesday)\n',
  );

  expect(await mia.does('decisions')).toMatch(
    /Which day\? +Monday, Next Tuesday +0 of 3 +waits for you +(?:[\d-]+ )?\d\d:\d\d:\d\d/,
  );
  expect((await mia.tries(['answer', 'WHICH day?', '1'])).stderr).toMatch(/^Answered: Monday\. 1 of 3 have answered/);
  expect((await mia.tries(['answer', 'which day?', 'next tuesday', '--reason', 'No holiday'])).code).toBe(0);
  expect(await mia.tries(['answer', 'which day?', 'never'])).toMatchObject({
    code: 2,
    stderr: says('use one of mon, next-tuesday'),
  });
  expect((await olga.tries(['answer', 'which day?', 'next-tuesday'])).stderr).toBe(
    'Answered: Next Tuesday. Decided: Next Tuesday\n',
  );
  expect(await gus.tries(['answer', 'which day?', '2'])).toMatchObject({
    code: 5,
    stderr: says('It has ended: decided: Next Tuesday'),
  });

  expect(await gus.does('decision', 'show', 'which day?')).toMatch(/Mia \(guest\): Next Tuesday, .*\n +No holiday\n/);
  expect(await gus.does('decision', 'show', 'which day?', '--markdown')).toMatch(/^# Which day\?\n\nOutcome: `next-tuesday`/);
  expect(await gus.tries(['decisions'])).toMatchObject({ stdout: '', stderr: says('No open decisions') });
  expect(await gus.answers('decisions', '--all', '--mine')).toMatchObject([{ title: 'Which day?', outcome: 'next-tuesday' }]);
});

test('the codes of refusals have hints, and a decision is withdrawn and closed by who may', async () => {
  const { olga, gus, mia } = await planning(server.url);
  const id = await decided(gus, 'Merge it?', '--voters', 'Mia');
  expect(await gus.tries(['answer', id, 'approve'])).toMatchObject({
    code: 1,
    stderr: says('`parley decision show` shows who was asked'),
  });
  expect(await gus.tries(['answer'])).toMatchObject({ code: 3, stderr: says('No decision waits for your answer') });
  expect(await mia.tries(['answer'])).toMatchObject({ code: 2, stderr: says(`parley answer ${id} OPTION`) });
  expect(await mia.tries(['decision', 'withdraw', id])).toMatchObject({ code: 1 });
  expect(await mia.tries(['decision', 'close', id])).toMatchObject({ code: 4 });
  expect((await olga.tries(['decision', 'close', id, '--statement', 'Later'])).stderr).toBe('Closed. Lapsed\n');
  expect(await olga.tries(['decision', 'withdraw', id])).toMatchObject({
    code: 5,
    stderr: says('`parley decision show` shows the outcome'),
  });
  expect(await gus.tries(['decision', 'show', 'ffffffff'])).toMatchObject({ code: 3 });
  expect(await gus.tries(['decide', 'Own work?', '--artifact', 'Plan', '--voters', 'Olga'])).toMatchObject({
    code: 5,
    stderr: says('--voters names others'),
  });
  for (const wrong of [
    ['--voters', 'all', '--voters', 'Mia'],
    ['--voters', 'Zoe'],
    ['--for', '10s'],
    ['--rule', 'best'],
    ['--option', 'a=A'],
  ])
    expect([2, 3]).toContain((await gus.tries(['decide', 'x', ...wrong])).code);
  await decided(gus, 'One?', '--voters', 'Mia');
  await decided(gus, 'Two?', '--voters', 'Mia');
  expect(await mia.tries(['answer'])).toMatchObject({
    code: 2,
    stderr: says(/2 wait for your answer: Two\? [\da-f]{8}, One\? [\da-f]{8}/),
  });
});

test('--wait prints the option that was decided, and 7 is the exit code of none', async () => {
  const { olga, gus } = await planning(server.url);
  const waits = async (title: string, ...more: string[]) => {
    const waiting = gus.start(['decide', title, '--wait', ...more]);
    onTestFinished(() => void waiting.child.kill('SIGKILL'));
    await waiting.says('Opened ');
    return waiting;
  };
  const first = await waits('Publish?');
  await olga.does('answer', 'Publish?', 'reject', '--reason', 'Not yet');
  expect(await first.ended).toMatchObject({ code: 0, stdout: 'reject\n', stderr: says('“Publish?”: Decided: Reject') });
  const second = await waits('Publish now?');
  await olga.does('decision', 'withdraw', 'Publish now?');
  expect(await second.ended).toMatchObject({ code: 7, stdout: '', stderr: says('“Publish now?”: Withdrawn') });
  const third = await waits('Or now?', '--json');
  await olga.does('decision', 'close', 'Or now?');
  const { code, stdout } = await third.ended;
  expect([code, JSON.parse(stdout)]).toMatchObject([7, { state: 'lapsed' }]);
  // Whoever stopped waiting goes on by the id.
  expect(await gus.tries(['decision', 'wait', 'Publish?'])).toMatchObject({ code: 0, stdout: 'reject\n' });
  expect(await gus.tries(['decision', 'wait', 'Or now?'])).toMatchObject({ code: 7, stdout: '' });
});

test('a script that approves a text names the version, and another one is refused with what has changed', async () => {
  const { olga, gus, mia } = await planning(server.url);
  const id = await decided(gus, 'Send it?', '--artifact', 'Plan@1', '--voters', 'Mia');
  await written(olga);
  expect(await mia.tries(['answer', id, 'approve'])).toMatchObject({
    code: 2,
    stderr: says(
      /was not shown: it is about version 1 of “Plan” \(`parley artifact show [\da-f]{8} 1` prints it; then answer with --at 1\)/,
    ),
  });
  expect(await mia.tries(['answer', id, 'approve', '--at', '2'])).toMatchObject({ code: 5, stderr: says('-one\n+two') });
  expect(await mia.answers<Decision>('decision', 'show', id)).toMatchObject({ state: 'open' });
  expect(await mia.answers<Decision>('answer', id, 'approve', '--at', '1')).toMatchObject({
    state: 'decided',
    outcome: 'approve',
  });
  expect(await mia.does('decision', 'show', id)).toContain('it has changed since: version 2 is not meant');
});

test('at a terminal the question, the pinned text and what has changed are shown before a number is asked for', async () => {
  const { olga, gus, mia } = await planning(server.url);
  await decided(gus, 'Send it?', '--artifact', 'Plan', '--voters', 'Mia', '--voters', 'Gus', '--rule', 'all');
  await written(olga);
  const asked = at(/Which option/, typing('9\r'));
  const again = at(/Which option[^]*Which option/, typing('2\r'));
  const { code, shown } = await atTerminal(mia, ['answer'], (text, type) => {
    asked(text, type);
    again(text, type);
  });
  expect([code, shown]).toEqual([
    0,
    says(/Send it\?[^]*1 {2}Approve[^]*Plan, version 1[^]*one[^]*What has changed since[^]*-one[^]*\+two/),
  ]);
  expect(shown).toContain('Answered: Reject. 1 of 2 have answered');

  const hesitant = await atTerminal(
    mia,
    ['answer', 'Send it?', 'approve'],
    at(/Approve, about version 1\? \[y\/N\]/, typing('n\r')),
  );
  expect([hesitant.code, hesitant.shown]).toEqual([1, says('Cancelled')]);
  const [, mine] = (await gus.answers<Decision>('decision', 'show', 'Send it?')).voters
    .map(({ option }) => option ?? '')
    .toSorted();
  expect(mine).toBe('reject');
  const sure = await atTerminal(mia, ['answer', 'Send it?', 'approve'], at(/Approve, about version 1\? \[y\/N\]/, typing('y\r')));
  expect([sure.code, sure.shown]).toEqual([0, says('Answered: Approve')]);
  const empty = await atTerminal(gus, ['answer'], at(/Which option/, typing('\u0004')));
  expect([empty.code, empty.shown]).toEqual([1, says('nothing was answered')]);
});

test('the inbox lists a question once, with how to answer it, and a reply does not answer it', async () => {
  const { gus, mia } = await planning(server.url);
  const id = await decided(gus, 'Merge it?', '--voters', 'Mia', '--text', 'See the **plan**');
  const { stdout, stderr } = await mia.tries(['inbox']);
  expect(stdout).toMatch(
    new RegExp(`Gus +answer +queued +\\d+ s +Decision Merge it\\?: approve or reject, \`parley answer ${id} OPTION\`\n`),
  );
  expect(stderr).not.toContain('Merge it?');
  const [{ deliveryId }] = (await mia.answers<{ deliveryId: string }[]>('inbox', 'list')) as [{ deliveryId: string }];
  const delivery = deliveryId.slice(0, 8);
  expect(await mia.tries(['inbox', 'reply', delivery, 'approve'])).toMatchObject({
    code: 2,
    stderr: says(`parley answer ${id} OPTION`),
  });
  expect(await mia.tries(['inbox', 'reply', delivery, 'Why?'])).toMatchObject({
    code: 0,
    stderr: says('That does not settle what is asked'),
  });
  expect(await mia.tries(['inbox', 'claim'])).toMatchObject({ code: 0, stderr: says(`To answer: parley answer ${id} OPTION`) });
  await mia.does('answer', id, 'approve');
  expect(await mia.answers('inbox', 'list')).toEqual([]);
  expect(await gus.does('inbox', 'list', '--sent', '--all')).toContain('answered');
});

test('a command of parley listen answers with the id of an option, and any other output declines with the reason', async () => {
  const { gus, mia } = await planning(server.url);
  const answers = (output: string) =>
    mia.tries(['listen', '--once', '--json', '--env', `OUTPUT=${output}`, '--exec', `cat > stdin; printf '%s\\n' "$OUTPUT"`]);
  const id = await decided(gus, 'Send it?', '--artifact', 'Plan', '--voters', 'Mia', '--text', 'Is it right?', '--for', '1h');
  expect(await answers('Sounds good to me')).toMatchObject({ code: 0, stdout: says('"result":"declined"') });
  const { content } = readEnvelope(await readFile(join(mia.folder, 'stdin'), 'utf8'));
  expect(content.split('\n')).toEqual([
    'It asks for a decision: "Send it?"',
    'In detail: "Is it right?"',
    'Options: approve ("Approve"), reject ("Reject")',
    'Voters: "Mia", guest. Rule: first',
    says(/^It is about version 1 of the artifact "Plan" \([\da-f-]{36}, SHA-256 [\da-f]{64}\)$/),
    says(/^Until: \d{4}-\d\d-\d\dT/),
    String.raw`The whole text of version 1: "# Plan\n\none\n"`,
    'An output answers it: its first line must be one of approve, reject; what follows is the reason.',
    says(/^The message to you, #\d+ from "Gus" \(guest\) at .*, is all that follows:$/),
    'I ask for a decision: "Send it?"',
  ]);
  const [{ outcome, note }] = (await gus.answers<{ outcome: string; note: string }[]>('inbox', 'list', '--sent', '--all')) as [
    { outcome: string; note: string },
  ];
  expect([outcome, note]).toEqual(['declined', 'The output is no answer: its first line must be one of approve, reject']);
  expect(await gus.answers<Decision>('decision', 'show', id)).toMatchObject({ state: 'open' });

  const next = await decided(gus, 'And now?', '--voters', 'Mia');
  expect(await answers('Reject.\n\nThe date is wrong')).toMatchObject({ code: 0, stdout: says('"result":"answered"') });
  const { outcome: chosen, voters } = await gus.answers<Decision>('decision', 'show', next);
  expect([chosen, voters]).toMatchObject(['reject', [{ reason: 'The date is wrong' }]]);
});

test('a hook tells a session the question, the options, until when, and how to answer', async () => {
  const { gus, mia } = await planning(server.url);
  mia.env['PARLEY_HOOK_TIMEOUT'] = '60';
  const id = await decided(gus, 'Send it?', '--artifact', 'Plan', '--voters', 'Mia');
  const { stdout } = await mia.tries(['hook', '--event', 'prompt', '--host', 'claude'], { input: '{}' });
  const { additionalContext: text } = (JSON.parse(stdout) as { hookSpecificOutput: { additionalContext: string } })
    .hookSpecificOutput;
  expect(text).toContain('It asks for a decision: "Send it?"\nOptions: approve ("Approve"), reject ("Reject")\n');
  expect(text).toContain('Until: the end of the space\n');
  expect(text).toMatch(
    new RegExp(
      `answer_decision with its \`decisionId\` \\(${id}[\\da-f-]+\\), .* or run: .* answer ${id} OPTION --at 1\\. A reply does not\\.`,
    ),
  );
  expect(text).not.toContain('send --reply-to');
});

test('Tab completes decisions that wait for the user, their options, and voters', async () => {
  const { gus, mia } = await planning(server.url);
  const id = await decided(gus, 'Which day?', '--option', 'mon=Monday', '--option', 'tue=Tuesday', '--voters', 'Mia');
  await decided(gus, 'Not for you?');
  const completed = (who: Machine, ...words: string[]) => who.does('complete', 'fish', ...words);
  expect(await completed(mia, '--', 'answer', '')).toMatch(new RegExp(`^${id}\\s+Which day\\? \\(open\\)$`));
  expect(await completed(mia, '--', 'answer', id, '')).toMatch(/^mon\s+Monday\ntue\s+Tuesday$/);
  expect(await completed(gus, '--', 'decide', 'x', '--voters', 'h')).toBe('humans');
});
