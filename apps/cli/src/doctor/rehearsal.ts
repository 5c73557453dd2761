import { Parley, type Space } from '@parley/sdk';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Context, ownVariables } from '../context.ts';
import { fetch } from '../fetch.ts';
import { inTime, patienceMs, tooLate } from './patience.ts';

const pollMs = 100;
/** In which the space ends if this process is killed. */
const ttlSeconds = 300;
const alias = 'doctor';

/**
 * A space of its own, with one participant whose key is in a temporary profile. The owner directs messages to that participant, so
 * nothing of the user's spaces is touched.
 */
export class Rehearsal {
  readonly #owner: Space;
  readonly #participantId: string;
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;

  private constructor(owner: Space, participantId: string, folder: string, env: NodeJS.ProcessEnv) {
    this.#owner = owner;
    this.#participantId = participantId;
    this.#folder = folder;
    this.#env = env;
  }

  static async start({ folder: profileFolder }: Context, baseUrl: string): Promise<Rehearsal> {
    const parley = new Parley({ baseUrl, fetch, maxRetries: 0, timeoutMs: patienceMs });
    const name = 'Check by parley doctor';
    const owner = await parley.createSpace({ name, description: name, ownerName: 'Doctor', ttl: ttlSeconds });
    let folder: string | undefined;
    try {
      const { spaceId, key, participantId } = await parley.join(await owner.invite(), { name: 'Checked' });
      folder = await mkdtemp(join(tmpdir(), 'parley-doctor-'));
      // How long hooks wait for servers is how the user has set it: what is checked is what hosts run.
      const others = Object.entries(process.env).filter(
        ([variable]) => variable === 'PARLEY_HOOK_TIMEOUT' || !ownVariables.includes(variable),
      );
      // The same profile in another place, so that the commands of hosts can be run as they are.
      const profile = basename(profileFolder);
      const env = { ...Object.fromEntries(others), XDG_DATA_HOME: folder, PARLEY_KEYCHAIN: 'off', PARLEY_PROFILE: profile };
      const { spaces } = new Context({}, env);
      await spaces.keep({ spaceId, baseUrl, role: 'participant', participantId, name, key }, alias);
      return new Rehearsal(owner, participantId!, folder, env);
    } catch (error) {
      await owner.close().catch(() => {});
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Directs a message to the participant; returns its text, which nothing else contains. */
  async directs(): Promise<{ text: string; messageId: string }> {
    const text = `check-${randomUUID()}`;
    const { messageId } = await this.#owner.send(text, { to: this.#participantId });
    return { text, messageId };
  }

  /** The reply to a message, once there is one. */
  async reply(messageId: string): Promise<string> {
    return this.comes('reply', async () => {
      const { messages } = await this.#owner.call('listMessages', { limit: 100 });
      return messages.find(({ replyTo }) => replyTo === messageId)?.content;
    });
  }

  /** Waits for something. */
  async comes<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
    for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(pollMs)) {
      const found = await look();
      if (found !== undefined) return found;
    }
    throw tooLate(what);
  }

  /** Starts a command of `parley` with the temporary profile. */
  runs(command: string, words: readonly string[]): ChildProcessWithoutNullStreams {
    const child = spawn(command, words, { env: this.#env, cwd: this.#folder });
    child.on('error', () => {}).stdin.on('error', () => {});
    return child;
  }

  /** What a command prints. */
  async printed(command: string, words: readonly string[], input: string): Promise<string> {
    const child = this.runs(command, words);
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    child.stdin.end(input);
    try {
      await inTime('end', new Promise((resolve) => child.on('error', resolve).on('close', resolve)));
      return text;
    } finally {
      child.kill('SIGKILL');
    }
  }

  async end(): Promise<void> {
    await this.#owner.close().catch(() => {});
    await rm(this.#folder, { recursive: true, force: true });
  }
}
