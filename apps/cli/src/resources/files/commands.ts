import type { Command } from 'commander';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { act, type Verb } from '../../command.ts';
import { fileNamed } from './named.ts';
import { inBytes } from '@parley/core/size';
import { keep, verified } from './keep.ts';
import { isPlainName } from './plain-name.ts';
import { put } from './put.ts';
import { Failure } from '../../failure.ts';
import { examples } from '../../help.ts';
import { short } from '../../naming.ts';
import { confirm } from '../../terminal/prompt.ts';

const which = 'name, id or start of an id, as `parley files` lists it';

export function fileCommands(program: Command): void {
  const putting = program
    .command('put')
    .argument('<file>', 'the file to upload; - is standard input')
    .description('upload a file, so that everyone in the space can get it, and print its id')
    .option('--name <name>', 'another name for it (of standard input, by default: stdin)')
    .action(act(upload));
  examples(putting, 'parley put build.log', 'parley put out.zip --name "release 4.zip"');
  const getting = program
    .command('get')
    .argument('<stored-file>', which)
    .description('save a file of the space, and verify its SHA-256')
    .option('-o, --out <file>', 'where to save it (default: its name, in this folder); - is standard output')
    .option('--force', 'overwrite a file that is there')
    .action(act(download));
  examples(getting, 'parley get build.log', 'parley get 1d5b7f93 --out /tmp/build.log --force');
  const listing = program
    .command('files')
    .description('list the files of the space, oldest first')
    .option('--link <stored-file>', 'print a link that downloads this file once, within 5 minutes, without a key')
    .option('--delete <stored-file>', 'delete this file, which you uploaded or, as the owner, any')
    .action(act(files));
  examples(listing, 'parley files', 'parley files --link build.log', 'parley files --delete 1d5b7f93');
}

const upload: Verb<{ name?: string }, [path: string]> = async (context, { name }, path) => {
  const space = await context.space();
  const file = await put(context, space, path, name);
  if (!context.out.json) context.out.note(`Uploaded ${file.name} (${inBytes(file.bytes)})`);
  context.out.answer(file, () => file.fileId);
};

const download: Verb<{ out?: string; force?: boolean }, [query: string]> = async (context, { out, force = false }, query) => {
  const space = await context.space();
  const file = await fileNamed(space, query);
  if (out === '-') return context.out.bytes(verified(space, file));
  const path = out ?? file.name;
  if (out === undefined && !isPlainName(path)) {
    throw new Failure('usage', 'The name of the file is not a plain file name', 'choose one with --out FILE');
  }
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) throw new Failure('usage', `${path} is a folder`, 'choose a file with --out FILE');
  await keep(space, file, path, force);
  context.out.done({ file: resolve(path), ...file }, `Saved in ${path} (${inBytes(file.bytes)})`);
};

const files: Verb<{ link?: string; delete?: string }, []> = async (context, { link, delete: unwanted }) => {
  const space = await context.space();
  if (link !== undefined) {
    const { fileId } = await fileNamed(space, link);
    const made = await space.files.link(fileId);
    return context.out.answer(made, () => made.url);
  }
  if (unwanted !== undefined) {
    const { fileId, name } = await fileNamed(space, unwanted);
    await confirm(`Delete “${name}”?`, context.options.yes, `This would delete “${name}” for everyone`);
    await space.files.delete(fileId);
    return context.out.done({ fileId }, `Deleted “${name}”`);
  }
  const [listed, { participants }] = await Promise.all([space.files.list(), space.get()]);
  const nameOf = new Map(participants.map(({ participantId, name, displayName = name }) => [participantId, displayName]));
  context.out.list(
    listed,
    {
      name: ({ name }) => name,
      size: ({ bytes }) => inBytes(bytes),
      type: ({ type }) => type,
      by: ({ authorId }) => nameOf.get(authorId) ?? short(authorId),
      uploaded: ({ createdAt }) => new Date(createdAt).toLocaleString('sv'),
      id: ({ fileId }) => short(fileId),
    },
    'There are no files; `parley put FILE` uploads one',
  );
};
