import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Start {
  /** Where the server listens. */
  address: string;
  /** The address that users see. */
  publicUrl: string;
  /** Where the first account is created; undefined once there is one. */
  setUpLink: string | undefined;
  /** How `parley` is run in the current folder; undefined where it is not installed. */
  command: string | undefined;
}

/** What the server prints when it is ready. Programs that start a server read its address from the first line. */
export function banner({ address, publicUrl, setUpLink, command }: Start): string {
  const steps = [
    ...(publicUrl === address ? [] : [['Public address', new URL(publicUrl).pathname === '/' ? publicUrl : `${publicUrl}/`]]),
    ['Documentation', `${publicUrl}/docs`],
    command ? ['Create a space', createSpace(command, publicUrl)] : ['First steps', `${publicUrl}/docs/quick-start`],
  ];
  const lines = steps.map(([what, how]) => `  ${what!.padEnd(16)}${how}`);
  const account = setUpLink === undefined ? [] : ['', `Accounts are optional. Create the first account at ${setUpLink}`];
  return [`Parley listens on ${address}`, '', ...lines, ...account, ''].join('\n');
}

const createSpace = (command: string, url: string): string =>
  `${command} space create Launch${url === defaultUrl ? '' : ` --url ${url}`}`;

/** The server that `parley` uses by default. */
const defaultUrl = 'http://127.0.0.1:8787';

/** How `parley` is run in a folder: as npm installed it there, or from the clone that this server was built in. */
export function commandIn(folder: string): string | undefined {
  if (existsSync(join(folder, 'node_modules/.bin/parley'))) return 'npx parley';
  const built = fileURLToPath(new URL('../../../../apps/cli/dist/main.js', import.meta.url));
  if (!existsSync(built)) return undefined;
  const path = relative(folder, built);
  return `node ${path.includes(' ') ? `"${path}"` : path}`;
}
