import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
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
interface SettingsEdit {
  file: string;
  before: string | undefined;
  after: string | undefined;
  /** Before anything of ours was in it. */
  original: string | undefined;
  /** Something in it has our name, but nobody knows whether it was written for Parley. */
  isUnknown?: boolean;
}

/** Writes MCP and hooks into the files of a host, or shows what would change. */
export async function install(name: HostName, context: Context, options: InstallOptions): Promise<void> {
  if (context.options.space) await context.spaces.named(context.options.space);
  const record = new InstallRecord(context.folder, name);
  const parts = partsFor(name, context, options);
  const edits = await Promise.all(filesOf(parts).map((file) => adding(name, file, parts, record)));
  const isChanged = ({ before, after }: SettingsEdit) => before !== after;
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
  const parts = [...partsFor(name, context, {}), ...partsFor(name, context, { hooks: false })];
  for (const edit of await Promise.all(filesOf(parts).map((file) => removing(name, file, parts, record)))) {
    if (dryRun) await show(context, edit);
    else await undo(context, edit, record);
  }
}

async function undo({ out }: Context, { file, before, after, isUnknown }: SettingsEdit, record: InstallRecord): Promise<void> {
  const isChanged = before !== after;
  if (isChanged) await record.undo(file, after);
  const text = isChanged ? `Removed Parley from ${file}` : isUnknown ? unknownIn(file) : `${file} has nothing of Parley`;
  out.done({ file, changed: isChanged }, text);
  if (isChanged && isUnknown && !out.json) out.note(unknownIn(file));
}

const unknownIn = (file: string): string =>
  `What ${file} has of “parley” stays, because there is no record that Parley wrote it: remove it yourself if it is not needed`;

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
export async function uninstallMcp(name: HostName, context: Context): Promise<void> {
  const { out, folder } = context;
  const record = new InstallRecord(folder, name);
  const parts = [true, false].map((hooks) => mcpPart(hostOf(name), mcpLaunch(context, { hooks })));
  const [{ file }] = parts as [Part];
  const before = await readSettings(file).catch(failIn(name, file));
  const [original, known] = await Promise.all([record.original(file), record.of(file)]);
  let after = before;
  let isUnknown = false;
  try {
    after = before && without(certain(parts, before, known), before, original);
    isUnknown = after !== undefined && isUnclear(parts, { before, after }, known);
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
  const unchanged = isUnknown ? unknownIn(file) : `${file} has no parley`;
  out.done({ file, changed: isChanged }, isChanged ? `Removed parley from ${file}` : unchanged);
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

async function adding(name: HostName, file: string, parts: readonly Part[], record: InstallRecord): Promise<SettingsEdit> {
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

async function removing(name: HostName, file: string, parts: readonly Part[], record: InstallRecord): Promise<SettingsEdit> {
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
    const after = without(certain(own, before, known), before, original);
    const isNothing = after.trim() === '' || (wasMissing && /^\s*\{\s*\}\s*$/.test(after));
    const isUnknown = isUnclear(own, { before, after }, known);
    return { file, before, after: after !== before && isNothing ? undefined : after, original, isUnknown };
  } catch (error) {
    return failIn(name, file)(error);
  }
}

/** The parts that were certainly written for Parley. Without a record, these are only the ones that would be written again like that. */
const certain = (parts: readonly Part[], text: string, known: object | undefined): Part[] =>
  parts.filter((part) => (known ? part.isOurs(text) : part.isExact(text)));

/** Whether something stays that has our name. An entry that was there before comes back on purpose. */
const isUnclear = (
  parts: readonly Part[],
  { before, after }: { before: string | undefined; after: string },
  known: object | undefined,
) => (known === undefined || after === before) && without(parts, after, undefined) !== after;

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

async function show({ out }: Context, { file, before = '', after = '' }: SettingsEdit): Promise<void> {
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
    const isOfMcp = hostOf(name).mcp.file(process.env) === file;
    const way = isOfMcp
      ? `add what \`parley mcp install ${name}\` prints yourself`
      : `leave it out with \`parley install ${name} --no-hooks\``;
    const hint = `correct it, or ${way}`;
    throw new Failure('conflict', `${file} was not changed: ${error.message}`, hint);
  };
