import type { Context } from '../context.ts';
import { Failure } from '../failures.ts';
import { CannotEdit } from './cannot-edit.ts';
import { hostOf, type HostName, type Launch } from './hosts.ts';
import { hookLaunch, mcpLaunch, type McpTerms } from './launch.ts';
import { reachedIn } from './matrix.ts';
import { mcpPart, partsOf, type Part } from './parts.ts';
import { InstallRecord } from './record.ts';
import { readSettings } from './settings-file.ts';

interface InstallOptions extends McpTerms {
  dryRun?: boolean;
  /** Whether to write hooks, where the host has such. */
  hooks?: boolean;
}

const nothing: Launch = { command: '', args: [], env: {} };

/** What happens to one file. */
interface Edit {
  file: string;
  before: string | undefined;
  after: string | undefined;
  /** Before anything of ours was in it. */
  original: string | undefined;
}

/** Writes MCP and hooks into the files of a host, or shows what would change. */
export async function install(name: HostName, context: Context, options: InstallOptions): Promise<void> {
  if (context.options.space) await context.spaces.named(context.options.space);
  const record = new InstallRecord(context.folder, name);
  const parts = partsFor(name, context, options);
  const edits = await Promise.all(filesOf(parts).map((file) => adding(name, file, parts, record)));
  const isChanged = ({ before, after }: Edit) => before !== after;
  for (const edit of edits) {
    if (options.dryRun) await show(context, edit);
    else {
      const backup = isChanged(edit) ? await record.write(edit.file, edit.after!, edit.original) : undefined;
      const how = backup === undefined ? '' : `; as it was before: ${backup}`;
      const text = isChanged(edit) ? `Wrote ${edit.file}${how}` : `${edit.file} has it already`;
      context.out.done({ file: edit.file, changed: isChanged(edit), ...(backup !== undefined && { backup }) }, text);
    }
  }
  await advise(name, context, options);
}

/** Takes away what {@link install} wrote. */
export async function uninstall(name: HostName, context: Context, { dryRun }: { dryRun?: boolean }): Promise<void> {
  const record = new InstallRecord(context.folder, name);
  const parts = partsFor(name, context, {});
  for (const edit of await Promise.all(filesOf(parts).map((file) => removing(name, file, parts, record)))) {
    const isChanged = edit.before !== edit.after;
    if (dryRun) await show(context, edit);
    else {
      if (isChanged) await record.undo(edit.file, edit.after);
      const text = isChanged ? `Removed Parley from ${edit.file}` : `${edit.file} has nothing of Parley`;
      context.out.done({ file: edit.file, changed: isChanged }, text);
    }
  }
}

/** Prints the configuration of MCP alone, or writes it. */
export async function installMcp(name: HostName, context: Context, options: McpTerms & { write?: boolean }): Promise<void> {
  const { out } = context;
  if (context.options.space) await context.spaces.named(context.options.space);
  const part = mcpPart(hostOf(name), mcpLaunch(context, options));
  if (!options.write) {
    const alone = part.add('');
    out.answer({ file: part.file, configuration: alone }, () => alone.trimEnd());
    if (!out.json) out.note(`This belongs in ${part.file}; with --write it is added there.`);
  } else {
    const record = new InstallRecord(context.folder, name);
    const { file, before, after, original } = await adding(name, part.file, [part], record);
    if (after !== before) await record.write(file, after!, original);
    out.done({ file, changed: after !== before }, after === before ? `${file} has it already` : `Wrote ${file}`);
  }
  await advise(name, context, { ...options, hooks: false });
}

/** Removes what {@link installMcp} wrote. Hooks in the same file stay. */
export async function uninstallMcp(name: HostName, { out, folder }: Context): Promise<void> {
  const record = new InstallRecord(folder, name);
  const { file, remove } = mcpPart(hostOf(name), nothing);
  const before = await readSettings(file).catch(failIn(name, file));
  const original = await record.original(file);
  let after = before;
  try {
    after = before && remove(before, original);
  } catch (error) {
    failIn(name, file)(error);
  }
  const isChanged = before !== after;
  const left = after ?? '';
  const hasHooks = left !== '' && partsIn(name, file).some((part) => part.isOurs(left));
  // The way back of the hooks stays.
  if (isChanged && hasHooks && original !== undefined)
    await record.write(file, left, await originalOf(name, file, before, record));
  else if (isChanged) await record.undo(file, after);
  out.done({ file, changed: isChanged }, isChanged ? `Removed parley from ${file}` : `${file} has no parley`);
}

const filesOf = (parts: readonly Part[]): string[] => [...new Set(parts.map(({ file }) => file))];

function partsFor(name: HostName, context: Context, { hooks = true, ...terms }: InstallOptions): Part[] {
  const withHooks = hooks && hostOf(name).hooks !== undefined;
  return partsOf(
    name,
    mcpLaunch(context, { ...terms, hooks: withHooks }),
    withHooks ? (event) => hookLaunch(context, name, event) : undefined,
  );
}

async function adding(name: HostName, file: string, parts: readonly Part[], record: InstallRecord): Promise<Edit> {
  try {
    const before = await readSettings(file);
    const own = parts.filter((part) => part.file === file);
    return {
      file,
      before,
      after: own.reduce((text, part) => part.add(text), before ?? ''),
      original: await originalOf(name, file, before, record),
    };
  } catch (error) {
    return failIn(name, file)(error);
  }
}

async function removing(name: HostName, file: string, parts: readonly Part[], record: InstallRecord): Promise<Edit> {
  try {
    const before = await readSettings(file);
    const [original, isUntouched, known] = await Promise.all([
      record.original(file),
      record.isUntouched(file, before),
      record.of(file),
    ]);
    if (before === undefined) return { file, before, after: undefined, original };
    const wasMissing = known !== undefined && known.backup === undefined;
    if (isUntouched && original !== undefined) return { file, before, after: wasMissing ? undefined : original, original };
    const own = parts.filter((part) => part.file === file);
    const after = without(own, before, original);
    const isNothing = after.trim() === '' || (wasMissing && /^\s*\{\s*\}\s*$/.test(after));
    return { file, before, after: after !== before && isNothing ? undefined : after, original };
  } catch (error) {
    return failIn(name, file)(error);
  }
}

const without = (parts: readonly Part[], text: string, original: string | undefined): string =>
  parts.reduce((left, part) => part.remove(left, original), text);

/** A file as it would be if nothing had been written for Parley. An entry of the user with our name stays. */
async function originalOf(
  name: HostName,
  file: string,
  before: string | undefined,
  record: InstallRecord,
): Promise<string | undefined> {
  const [original, isUntouched] = await Promise.all([record.original(file), record.isUntouched(file, before)]);
  if (isUntouched) return original || undefined;
  // What somebody else has written since belongs to what was there before.
  const ours = before ? partsIn(name, file).filter((part) => part.isOurs(before)) : [];
  return ours.length === 0 ? before : without(ours, before!, original) || undefined;
}

/** Of all that can be written for a host, what is in this file. */
const partsIn = (name: HostName, file: string): Part[] =>
  partsOf(name, nothing, () => nothing).filter((part) => part.file === file);

async function show({ out }: Context, { file, before = '', after = '' }: Edit): Promise<void> {
  const { difference } = await import('../terminal/difference.ts');
  const { plain, painted } = await difference({ name: file, text: before }, { name: file, text: after });
  out.item({ file, changed: plain !== '', difference: plain }, () => painted || `${file} would not change`);
}

/** What the user should know. */
async function advise(name: HostName, { out, spaces, options }: Context, terms: InstallOptions): Promise<void> {
  if (out.json) return;
  const host = hostOf(name);
  if (host.hooks && terms.hooks !== false) {
    out.note(reachedIn(name));
    if (host.hooks.once) out.note(host.hooks.once);
  }
  const owned = (await spaces.all()).filter(({ role }) => role === 'owner').map(({ alias }) => alias);
  if (!options.profile && !process.env['PARLEY_PROFILE'])
    out.note('The model acts as you, with your rights in each space. With --profile NAME it is a participant of its own.');
  if (owned.length > 0)
    out.note(
      `Warning: this profile owns ${owned.slice(0, 3).join(', ')}${owned.length > 3 ? ', …' : ''}. A model that is misled can close it or remove participants.`,
    );
  if (name === 'claude' && terms.channel)
    out.note('While channels are a preview, start it with: claude --dangerously-load-development-channels server:parley');
}

/** Says which file could not be changed, and what its user can do. */
const failIn =
  (name: HostName, file: string) =>
  (error: unknown): never => {
    if (!(error instanceof CannotEdit)) throw error;
    const hint = `correct it, or add what \`parley mcp install ${name}\` prints yourself`;
    throw new Failure('conflict', `${file} was not changed: ${error.message}`, hint);
  };
