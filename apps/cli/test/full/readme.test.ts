import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, test } from 'vitest';
import { machines, type Machine } from '../machine.ts';
import { hasShell, Shell, type ShellName } from '../shell.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const readme = await readFile(join(root, 'README.md'), 'utf8');
const blocks = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text]) => text!);
const of = (title: string) => {
  const [section = ''] = readme.split(/^## /m).filter((each) => each.startsWith(title));
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text]) => text!);
};

const server = inject('server');

/** What shells print about a line that they cannot run. */
const complaint = /not found|no matches|unknown command|syntax error|parse error|unexpected|^fish: |^error: /im;

/** A terminal into which blocks of the README are pasted. */
async function terminal(name: ShellName, user: Machine) {
  const bin = join(user.folder, 'bin');
  await mkdir(bin, { recursive: true });
  const programs = { npm: 'exit 0', claude: 'cat > /dev/null; echo "It is ready."' };
  for (const [program, script] of Object.entries(programs)) {
    await writeFile(join(bin, program), `#!/bin/sh\n${script}\n`);
    await chmod(join(bin, program), 0o755);
  }
  const shell = await Shell.start(name, user);
  let pasted = 0;
  shell.type(`cd ${root}\r`);
  const type = (block: string) => shell.type(block.replaceAll('http://127.0.0.1:8787', server.url).replaceAll('\n', '\r'));
  return {
    shell,
    type,
    /** Pastes a block and waits until it has run. */
    async paste(block: string) {
      type(`${block}echo past""ed-${(pasted += 1)}\n`);
      await shell.shows(new RegExp(`^pasted-${pasted}$`, 'm'));
      expect(shell.text).not.toMatch(complaint);
    },
  };
}

test('no block has a comment, which zsh would run, or a placeholder that is a redirection', () => {
  expect(blocks.length).toBeGreaterThan(10);
  for (const block of blocks) {
    expect(block).not.toMatch(/(^|\s)#(?! Draft| Agreed)/m);
    expect(block).not.toMatch(/<\w+>/);
  }
});

const shells = (['bash', 'zsh', 'fish'] as const).map((name) => ({ name, isHere: hasShell(name) }));

describe.each(shells)('pasted into $name', ({ name, isHere }) => {
  const skipped = isHere ? '' : ` (SKIPPED: there is no ${name})`;

  test.skipIf(!isHere)(`the minute with curl runs as it is${skipped}`, async () => {
    const [user] = await machines(server.url, 'user');
    const { shell, type, paste } = await terminal(name, user);
    const curl = of('60 seconds with curl');
    for (const block of curl.slice(0, -1)) await paste(block);
    expect(shell.text).toMatch(/\[ 'Bob: Hello!' \]/);
    expect(shell.text).toMatch(/^2$/m);
    type(curl.at(-1)!);
    await shell.shows(/event: artifact/);
    shell.type('\x03');
    await paste('');
  });

  test.skipIf(!isHere)(`the commands run as they are, with the links that were printed${skipped}`, async () => {
    const [user] = await machines(server.url, 'user');
    const [build, create, join, agent, ask] = of('With the command line') as [string, string, string, string, string];
    const { shell, type, paste } = await terminal(name, user);
    await paste(build);
    await paste(create);
    const { agentLink } = await user.answers<{ agentLink: string }>('invite');
    const linked = (block: string) => block.replaceAll('LINK', agentLink);
    await paste(linked(join));
    expect(shell.text).toMatch(/Hello!/);
    type(linked(agent));
    await shell.shows(/Waiting for messages to you/);
    const other = await terminal(name, user);
    await other.paste(build);
    await other.paste(ask);
    expect(other.shell.text).toMatch(/It is ready\./);
  });
});
