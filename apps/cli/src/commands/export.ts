import type { ExportOptions, Space } from '@parley/sdk';
import { Option, type Command } from 'commander';
import { randomUUID } from 'node:crypto';
import { access, open, rename, rm } from 'node:fs/promises';
import { act, type Verb } from '../command.ts';
import { Failure } from '../failure.ts';
import { resources } from '../resources/index.ts';
import { unwritable } from '../resources/files/unwritable.ts';
import { examples } from '../help.ts';
import { isFile } from '../input/content.ts';
import { confirm } from '../terminal/prompt.ts';

const formats = ['jsonl', 'md', 'zip'] as const;

const contents = ['messages', 'events', ...resources.flatMap(({ exported }) => exported ?? [])];

export function exportCommand(program: Command): void {
  const exporting = program
    .command('export')
    .description(`save everything that you can see in the space: ${contents.join(', ')}`)
    .addOption(
      new Option(
        '--format <format>',
        'lines of JSON, a transcript in Markdown, or an archive (default: as the file name says, or jsonl)',
      ).choices(formats),
    )
    .option('-o, --out <file>', 'write to this file instead of standard output, which is -')
    .action(act(exportSpace));
  examples(exporting, 'parley export --out launch.zip', 'parley export --format md');
}

const exportSpace: Verb<{ format?: ExportOptions['format']; out?: string }, []> = async (context, given) => {
  const { out } = given;
  const { format = formats.find((each) => out?.endsWith(`.${each}`)) ?? 'jsonl' } = given;
  const space = await context.space();
  if (out === undefined && format === 'zip') throw new Failure('usage', 'An archive needs a file', 'add --out FILE');
  if (!isFile(out)) return context.out.bytes(await space.export({ format }));
  const exists = await access(out).then(
    () => true,
    () => false,
  );
  if (exists) await confirm(`Overwrite ${out}?`, context.options.yes, `This would overwrite ${out}`);
  await save(space, format, out);
  context.out.done({ file: out, format }, `Saved in ${out}`);
};

/** The file gets its name when it is complete. Only its user can read it, because others must not see a private space. */
async function save(space: Space, format: ExportOptions['format'], path: string): Promise<void> {
  const draft = `${path}.${randomUUID()}.part`;
  const file = await open(draft, 'wx', 0o600).catch(unwritable(path));
  try {
    try {
      for await (const bytes of await space.export({ format })) await file.write(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path).catch(unwritable(path));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
