import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withEndingsOf } from '@parley/core/line-endings';
import { Failure } from '../../failure.ts';
import { leavingCtrlCToOthers } from '../../interruption.ts';
import { confirm } from '../../terminal/prompt.ts';

/**
 * Opens a text in $VISUAL or $EDITOR and returns the new text, with the line endings that it had; undefined if it is unchanged. Asks before
 * it empties a text.
 */
export async function editInEditor(text: string, yes?: boolean): Promise<string | undefined> {
  const editor = process.env['VISUAL'] || process.env['EDITOR'] || 'vi';
  const folder = await mkdtemp(join(tmpdir(), 'parley-edit-'));
  const file = join(folder, 'artifact.md');
  try {
    await writeFile(file, text, { mode: 0o600 });
    await leavingCtrlCToOthers(() => runEditor(editor, file));
    const edited = withEndingsOf(text, await readFile(file, 'utf8'));
    if (edited === text) return undefined;
    if (edited.trim() === '')
      await confirm(
        'The editor left no text. Make the artifact empty?',
        yes,
        'The editor left no text; the artifact would be empty',
      );
    return edited;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runEditor(editor: string, file: string): Promise<void> {
  // The variable holds a command line, with arguments and quotes, which only a shell can parse. Standard output is for data.
  const child = spawn(`${editor} "${file}"`, { shell: true, stdio: ['inherit', 2, 'inherit'] });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  const end = signal === null ? `exited with status ${code}` : `was stopped by ${signal}`;
  if (code !== 0) throw new Failure('error', `${editor} ${end}; nothing was written`);
}
