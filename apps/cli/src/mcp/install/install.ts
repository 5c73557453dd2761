import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Context } from '../../context.ts';
import { Failure } from '../../failures.ts';
import type { Group } from '../groups.ts';
import type { ToolList } from '../tool-lists.ts';
import { hosts, type Host, type HostName, type Launch } from './hosts.ts';
import { CannotEdit, withJsonEntry, withoutJsonEntry } from './json-entry.ts';
import { launchOf } from './launch.ts';
import { tomlLines, withoutTomlTable, withTomlTable } from './toml-entry.ts';

const serverName = 'parley';

interface InstallOptions {
  write?: boolean;
  channel?: boolean;
  allow?: Group[];
  tools?: ToolList;
}

/** Prints the configuration of a host, or writes it to its file. */
export async function installIn(name: HostName, context: Context, options: InstallOptions): Promise<void> {
  const { out } = context;
  if (context.options.space) await context.spaces.named(context.options.space);
  const host = hosts[name];
  const file = host.file(process.env);
  const launch = launchOf(context, options);
  const alone = configured(host, '', launch);
  if (!options.write) {
    out.answer({ file, configuration: alone }, () => alone.trimEnd());
    if (!out.json) out.note(`This belongs in ${file}; with --write it is added there.`);
  } else {
    const edit = (text: string) => configured(host, text, launch);
    const changed = await change(file, edit, `add what \`parley mcp install ${name}\` prints to it yourself`);
    out.done({ file, changed }, changed ? `Wrote ${file}` : `${file} has it already`);
  }
  if (!launch.args.includes('--profile') && !out.json)
    out.note('The model acts as you, with your rights in each space. With --profile NAME it is a participant of its own.');
  if (name === 'claude' && options.channel && !out.json)
    out.note(`While channels are a preview, start it with: claude --dangerously-load-development-channels server:${serverName}`);
}

/** Removes what {@link installIn} wrote from the file of a host. */
export async function uninstallFrom(name: HostName, { out }: Context): Promise<void> {
  const host = hosts[name];
  const file = host.file(process.env);
  const edit = (text: string) =>
    host.format === 'json'
      ? withoutJsonEntry(text, host.within, serverName)
      : withoutTomlTable(text, ['mcp_servers', serverName]);
  const changed = await change(file, edit, `remove “${serverName}” from it yourself`);
  out.done({ file, changed }, changed ? `Removed ${serverName} from ${file}` : `${file} has no ${serverName}`);
}

/** Edits a file; returns whether that changed it. */
async function change(file: string, edit: (text: string) => string, hint: string): Promise<boolean> {
  const bytes = await readFile(file).catch(absent);
  const [before, after] = edited(() => [textOf(bytes), edit(textOf(bytes))] as const, file, hint);
  if (after !== before) await replace(file, after);
  return after !== before;
}

function configured(host: Host, before: string, launch: Launch): string {
  return host.format === 'json'
    ? withJsonEntry(before, host.within, serverName, host.entry(launch))
    : withTomlTable(before, ['mcp_servers', serverName], tomlLines(launch));
}

function edited<Edited>(edit: () => Edited, file: string, hint: string): Edited {
  try {
    return edit();
  } catch (error) {
    if (!(error instanceof CannotEdit)) throw error;
    throw new Failure('conflict', `${file} was not changed: ${error.message}`, hint);
  }
}

function absent(error: NodeJS.ErrnoException): Buffer {
  if (error.code === 'ENOENT') return Buffer.alloc(0);
  throw error;
}

/** @throws {CannotEdit} when the file is not valid UTF-8: writing it back would change it. */
function textOf(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  throw new CannotEdit('it is not in UTF-8');
}

/** Replaces a file at once. It can be a link, and keeps its mode. */
async function replace(file: string, text: string): Promise<void> {
  const target = await targetOf(file);
  await mkdir(dirname(target), { recursive: true });
  const mode = await stat(target).then(
    ({ mode }) => mode & 0o777,
    () => 0o600,
  );
  const draft = `${target}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { mode, flag: 'wx', flush: true });
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** What a link leads to, also if that does not exist yet. */
async function targetOf(file: string): Promise<string> {
  return realpath(file).catch(async () => {
    const linked = await readlink(file).catch(() => undefined);
    return linked === undefined ? file : resolve(dirname(file), linked);
  });
}
