import { Parley, type Space } from '@parley/sdk';
import { installed } from '@parley/testing';
import { createHash, randomBytes } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, inject, onTestFinished, test } from 'vitest';
import { codex } from '../hosts/codex.ts';
import { gemini } from '../hosts/gemini.ts';
import { goOn, mind } from '../hour/mind.ts';
import { Worker } from '../hour/worker.ts';
import { machines, main, type Machine } from '../machine.ts';

const server = inject('server');
const run = promisify(execFile);

/** How long it works; without it, only a few rounds. */
const minutes = Number(process.env['PARLEY_HOUR'] ?? 0);
const fewRounds = 3;
const thinkMs = 15_000;
const mostTokens = 2_000;
const bytesPerToken = 3.5;

const programs = await Promise.all([codex, gemini].map(({ program }) => installed(program)));
const skipped = programs.includes(undefined) ? ' (SKIPPED: Codex CLI or Gemini CLI cannot be installed)' : '';

/** A git repository that both agents work on, with a build log that nobody commits. */
async function repository(): Promise<{ folder: string; log: { mark: string; sha256: string } }> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-hour-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const mark = `log-${randomBytes(8).toString('hex')}`;
  const line = `${mark} compiled one more module of this program without any warning\n`;
  const log = line.repeat(Math.ceil(5_000_000 / line.length));
  await writeFile(join(folder, 'build.log'), log);
  await writeFile(join(folder, '.gitignore'), '*.log\n');
  await writeFile(join(folder, 'work.sh'), script);
  const git = (...words: string[]) => run('git', words, { cwd: folder });
  await git('init', '--quiet');
  await git('config', 'user.email', 'agents@example.org');
  await git('config', 'user.name', 'Agents');
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'Begin');
  return { folder, log: { mark, sha256: createHash('sha256').update(log).digest('hex') } };
}

/** Does a task once: the history of the repository says whether it was done. The other agent can be about to commit. */
const script = `
git log --format=%s | grep -q "$1" || {
  echo "$2" > "$1.txt"
  until git add "$1.txt" && git commit -q -m "Task $1 by $2" -- "$1.txt"; do sleep 0.1; done
}
git log --format=commit:%H --grep="$1"
`;

const parleyIn = (folder: string, { env }: Machine) => {
  const settings = ['HOME', 'XDG_DATA_HOME', 'PARLEY_URL', 'PARLEY_KEYCHAIN'].map((name) => `${name}=${env[name]}`).join(' ');
  return (...words: string[]) => `cd ${folder} && ${settings} ${process.execPath} ${main} ${words.join(' ')}`;
};

/** The person: gives tasks and messages, verifies what was submitted, and reads what is directed to it. */
class Person {
  readonly space: Space;
  given = 0;
  verified = 0;

  constructor(space: Space) {
    this.space = space;
  }

  async givesTask(title: string): Promise<void> {
    await this.space.call('createTask', { title });
    this.given += 1;
  }

  async speaks(round: number, name: string): Promise<void> {
    const expects = (['reply', 'ack', 'nothing'] as const)[round % 3]!;
    await this.space.send(`Round ${round}: how far are you, ${name}? ${'Take your time. '.repeat(10)}`, { to: name, expects });
  }

  /** Returns how many tasks are not done. */
  async verifies(): Promise<number> {
    const { tasks } = await this.space.call('listTasks', {});
    for (const { taskId, state } of tasks) {
      if (state !== 'submitted') continue;
      await this.space.call('verifyTask', { taskId });
      this.verified += 1;
    }
    return tasks.filter(({ state }) => state !== 'submitted').length;
  }
}

test.skipIf(skipped !== '')(
  `two coding agents and a person work on one repository over one space, whenever an agent is killed${skipped}`,
  { timeout: (minutes + 10) * 60_000 },
  async () => {
    const begun = Date.now();
    const until = begun + minutes * 60_000;
    const { folder, log } = await repository();
    const users = await machines(server.url, 'codex', 'gemini');
    const space = await new Parley({ baseUrl: server.url }).createSpace({ name: 'Build', description: 'x', ownerName: 'Olga' });
    const olga = new Person(space);
    const names = ['Cody', 'Gemma'] as const;
    const workers = await Promise.all(
      [codex, gemini].map(async (host, i) => {
        const user = users[i]!;
        // A noisy machine is slower than the network of a user.
        user.env['PARLEY_HOOK_TIMEOUT'] = '60';
        await user.does('join', (await space.invite()).agentLink, '--name', names[i]!);
        const tools = {
          name: names[i]!,
          other: names[1 - i]!,
          shell: host.shell,
          doing: (taskId: string) => `cd ${folder} && sh work.sh ${taskId} ${names[i]}`,
          parley: parleyIn(folder, user),
        };
        const worker = await Worker.start(host, user, programs[i]!, () => mind(tools));
        onTestFinished(() => worker.end());
        return worker;
      }),
    );
    const { participants } = await space.get();
    const idOf = (name: string) => participants.find((each) => each.name === name)!.participantId;
    const lastSequence = async () => (await space.recent(1)).at(-1)?.sequence ?? 0;
    const checked = new Map(workers.map((worker) => [worker, 0]));
    /** Every message that was directed to the agent up to then was told to its model. */
    const expectTold = async (worker: Worker, sequence: number, when: string) => {
      const me = idOf(names[workers.indexOf(worker)]!);
      for await (const each of space.history({ after: checked.get(worker)! })) {
        if (each.sequence > sequence) break;
        if (each.to?.includes(me)) expect(worker.told, `${when}: ${JSON.stringify(each)}`).toContain(each.id);
      }
      checked.set(worker, sequence);
    };
    const turn = async (worker: Worker, round: number, killedAt: number) => {
      const before = await lastSequence();
      const isWhole = await worker.turn(`${goOn} ${round}.`, killedAt);
      if (isWhole) return expectTold(worker, before, 'in the next turn');
      const later = await lastSequence();
      await worker.turn(`${goOn} ${round}, please.`);
      await expectTold(worker, later, 'in the turn after a kill');
    };
    const works = async (round: number) => {
      // One of them is away for some time, and then has a new session.
      const away = round % 10 >= 6 && round % 10 <= 8 ? workers[Math.floor(round / 10) % 2] : undefined;
      away?.restart();
      const present = workers.filter((worker) => worker !== away);
      for (const { host } of present) await olga.givesTask(`Task of round ${round} for ${host.title}`);
      await Promise.all(names.map((name) => olga.speaks(round, name)));
      if (round % 20 === 1) await space.send('Send the build log to Gemma, please.', { to: 'Cody', expects: 'ack' });
      await Promise.all(
        present.map((worker) => turn(worker, round, workers.indexOf(worker) === round % 2 ? 1 + ((round * 3) % 8) : 0)),
      );
      for (const { errors } of workers) expect(errors).toEqual([]);
      return olga.verifies();
    };

    let round = 0;
    const report = () => ({
      minutes: Math.round((Date.now() - begun) / 60_000),
      rounds: round,
      turns: workers.map(({ turns }) => turns),
      kills: workers.map(({ kills }) => kills),
      sessions: workers.map(({ starts }) => starts.length),
      delivered: workers.map(({ delivered }) => delivered.size),
      tasks: olga.verified,
      largestStart: Math.ceil(Math.max(...workers.flatMap(({ starts }) => starts)) / bytesPerToken),
    });
    onTestFinished(() => console.info(JSON.stringify(report())));
    for (; round < fewRounds || Date.now() < until; round += 1) {
      if (round > 0 && minutes > 0) await sleep(thinkMs);
      await works(round);
    }
    for (let more = 0; (await olga.verifies()) > 0 && more < 10; more += 1)
      await Promise.all(workers.map((worker) => turn(worker, round + more, 0)));

    for (const worker of workers) {
      expect([...worker.delivered].filter(([, times]) => times > 1)).toEqual([]);
      expect(worker.kills).toBeGreaterThan(0);
      expect(Math.max(...worker.starts)).toBeLessThanOrEqual(mostTokens * bytesPerToken);
    }
    const { stdout } = await run('git', ['log', '--format=%s', '--grep=Task'], { cwd: folder });
    const done = stdout
      .trim()
      .split('\n')
      .map((subject) => subject.split(' ')[1]!);
    expect(new Set(done).size, 'no task is done twice').toBe(done.length);
    expect([done.length, olga.verified]).toEqual([olga.given, olga.given]);
    const everything = workers.map((each) => each.everything).join('\n');
    expect(everything.includes(log.sha256), 'the log has arrived').toBe(true);
    expect(everything.includes(log.mark), 'a part of the log').toBe(false);
  },
);
