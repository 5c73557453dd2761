import type { Space } from '@parley/sdk';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bash, Screen, type Size } from './screen.ts';

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

export interface SeatOptions {
  size?: Size;
  env?: NodeJS.ProcessEnv;
  /** Type the command into a shell with job control, instead of starting it alone. */
  isInShell?: boolean;
}

/** Somebody at a terminal with a chat in it. */
export class Seat extends Screen {
  constructor(url: string, { spaceId, key }: Space, { size, env: own, isInShell }: SeatOptions = {}) {
    const keys = { PARLEY_URL: url, PARLEY_SPACE: spaceId, PARLEY_KEY: key };
    // Not the spaces that whoever runs this has kept.
    const nobody = { XDG_DATA_HOME: join(tmpdir(), 'parley-nobody'), HISTFILE: '', PS1: 'shell$ ' };
    const chat = [process.execPath, main, 'chat'];
    super(isInShell ? bash : chat, { env: { ...process.env, ...keys, ...nobody, ...own }, ...(size && { size }) });
    if (isInShell) this.type(`${chat.map((word) => `'${word}'`).join(' ')}\r`);
  }

  /** Waits until it is connected and shows so many members; what happens from then on is told. */
  async isIn(here: number): Promise<void> {
    await this.sees(new RegExp(`^Launch · .*\\b${here} members?, \\d+ online`, 'm'));
  }
}
