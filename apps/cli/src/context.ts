import type { Parley, ParleyOptions, Space } from '@parley/sdk';
import { Failure } from './failure.ts';
import { fetch } from './fetch.ts';
import { interruption } from './interruption.ts';
import { JoinRequests } from './keys/join-requests.ts';
import { KeptSpaces, type KeptSpace } from './keys/kept-spaces.ts';
import { KeptTokens } from './keys/kept-tokens.ts';
import { profileFolder } from './keys/places.ts';
import { Rotations } from './keys/rotations.ts';
import { Secrets } from './keys/secrets.ts';
import { systemKeychain } from './keys/system-keychain.ts';
import { unlocked } from './rotation.ts';
import { Output } from './terminal/output.ts';
import { whileWaiting } from './terminal/spinner.ts';

/** Options that every command has. */
export interface Global {
  json?: boolean;
  space?: string;
  url?: string;
  profile?: string;
  yes?: boolean;
}

/** The space that a command acts in: kept in the profile, or named by PARLEY_SPACE and PARLEY_KEY. */
export type Place = Pick<KeptSpace, 'spaceId' | 'baseUrl' | 'participantId'> & { key: string; kept?: KeptSpace };

const defaultUrl = 'http://127.0.0.1:8787';
const longestRetryMs = 5_000;

/** The options and the environment of one command, resolved. */
export class Context {
  readonly options: Global;
  readonly out: Output;
  readonly signal: AbortSignal;
  readonly folder: string;
  readonly secrets: Secrets;
  readonly spaces: KeptSpaces;
  readonly tokens: KeptTokens;
  readonly joinRequests: JoinRequests;
  readonly rotations: Rotations;
  /** The current space, once the command acts in it because nothing names another. */
  current: KeptSpace | undefined;
  readonly #env: NodeJS.ProcessEnv;

  constructor(options: Global, env: NodeJS.ProcessEnv = process.env, signal: AbortSignal = interruption.signal) {
    this.options = options;
    this.signal = signal;
    this.#env = env;
    this.out = new Output(options.json ?? false);
    this.folder = profileFolder(options.profile || env['PARLEY_PROFILE'] || 'default', env);
    this.secrets = new Secrets(this.folder, {
      keychain: systemKeychain(this.signal),
      setting: env['PARLEY_KEYCHAIN'],
      note: (text) => this.out.note(text),
    });
    this.spaces = new KeptSpaces(this.folder, this.secrets);
    this.tokens = new KeptTokens(this.folder, this.secrets);
    this.joinRequests = new JoinRequests(this.folder);
    this.rotations = new Rotations(this.folder);
  }

  /** The server for commands that do not act in a space of the profile. */
  get baseUrl(): string {
    const url = this.options.url || this.#env['PARLEY_URL'] || defaultUrl;
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      throw new Failure('usage', `“${url}” is not the URL of a server`, 'use a URL such as http://127.0.0.1:8787');
    }
    return url.replace(/\/+$/, '');
  }

  get session(): string | undefined {
    return this.#env['PARLEY_SESSION'] || undefined;
  }

  /** Whether an option or the environment names the space to act in. */
  get namesSpace(): boolean {
    return Boolean(this.options.space || this.#env['PARLEY_SPACE'] || this.#env['PARLEY_KEY']);
  }

  /** A client of a server. With a login, spaces that it creates or joins are linked to the user's dashboard. */
  async linked(baseUrl: string): Promise<Parley> {
    const userToken = await this.userToken(baseUrl).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      this.out.note(`Not linked to your dashboard: ${error.message}`);
      return undefined;
    });
    return this.parley(baseUrl, userToken ? { userToken } : {});
  }

  /** A client of a server. */
  async parley(baseUrl = this.baseUrl, options: Partial<ParleyOptions> = {}): Promise<Parley> {
    const { Parley } = await import('@parley/sdk');
    const { session } = this;
    return new Parley({
      baseUrl,
      maxRetries: 2,
      ...(session && baseUrl === this.baseUrl && { session }),
      signal: this.signal,
      fetch: (...request) => whileWaiting(`Waiting for ${baseUrl}`, fetch(...request)),
      hooks: {
        retry: ({ error, waitMs }) => {
          if (waitMs > longestRetryMs) throw error;
        },
        warn: (text) => this.out.note(text),
      },
      ...options,
    });
  }

  /** The user token for a server: PARLEY_TOKEN for the selected server, otherwise the one in the profile. */
  async userToken(baseUrl: string): Promise<string | undefined> {
    const given = this.#env['PARLEY_TOKEN'];
    return given && baseUrl === this.baseUrl ? given : this.tokens.of(baseUrl);
  }

  /** The space that a command acts in: `name`, else `--space`, else the environment's, else the current one. */
  async place(name = this.options.space): Promise<Place> {
    const [space, given] = [this.#env['PARLEY_SPACE'], this.#env['PARLEY_KEY']];
    if (!name && given) {
      if (!space) throw new Failure('usage', 'PARLEY_KEY is set without PARLEY_SPACE', 'set PARLEY_SPACE to the id of the space');
      const kept = (await this.spaces.all()).find(({ spaceId }) => spaceId === space);
      const isOwn = kept && (await this.spaces.keyOf(kept).catch(() => undefined)) === given;
      const own = isOwn ? kept : undefined;
      const baseUrl = this.options.url || this.#env['PARLEY_URL'] || !kept ? this.baseUrl : kept.baseUrl;
      return { spaceId: space, baseUrl, key: given, participantId: own?.participantId, ...(own && { kept: own }) };
    }
    const wanted = name || space;
    const found = wanted ? await this.spaces.named(wanted) : await this.spaces.needed();
    const { kept, key } = await unlocked(this, found);
    if (!wanted) this.current = kept;
    const { spaceId, participantId } = kept;
    const baseUrl = this.options.url ? this.baseUrl : kept.baseUrl;
    return { spaceId, participantId, baseUrl, key, kept };
  }

  /** A client of that space. */
  async open({ baseUrl, spaceId, key, participantId }: Place, options: Partial<ParleyOptions> = {}): Promise<Space> {
    const parley = await this.parley(baseUrl, options);
    return parley.space({ spaceId, key, participantId });
  }

  /** A client of the space that the command acts in. */
  async space(options: Partial<ParleyOptions> = {}): Promise<Space> {
    return this.open(await this.place(), options);
  }
}

/** Settings of the CLI, which are not passed on to a server that it starts. */
export const ownVariables = [
  'PARLEY_NAME',
  'PARLEY_URL',
  'PARLEY_KEY',
  'PARLEY_SPACE',
  'PARLEY_TOKEN',
  'PARLEY_PROFILE',
  'PARLEY_SESSION',
  'PARLEY_KEYCHAIN',
  'PARLEY_HOOK_TIMEOUT',
];
