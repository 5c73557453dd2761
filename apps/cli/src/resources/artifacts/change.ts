import type { Operations, Space } from '@parley/sdk';
import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { BaseVersions, type LocalCopy } from './base-versions.ts';
import { content, isFile } from '../../input/content.ts';
import { artifactText } from './kind.ts';

/** How a text changes an artifact; without `append` and `section` it replaces the whole content. */
export interface ChangeOptions {
  from?: string;
  append?: boolean;
  section?: string;
  base?: number;
  note?: string;
}

export interface Given extends Omit<ChangeOptions, 'from'> {
  text: string;
  /** The file of the text; `-`, like none, is standard input. */
  source: string | undefined;
}

/** The text of a change, from the file that is named in either way, or from standard input. */
export async function given(
  context: Context,
  options: ChangeOptions,
  file: string | undefined,
): Promise<Pick<Given, 'source' | 'text'>> {
  if (file !== undefined && options.from !== undefined)
    throw new Failure('usage', 'The text can only come from one file', 'name the file, or use --from');
  const source = file ?? options.from;
  return { source, text: await textToWrite(context, source) };
}

/** The new content. An artifact is never emptied by mistake: only a file or `-` can be empty. */
export async function textToWrite(context: Context, from: string | undefined): Promise<string> {
  const text = await content(context, artifactText, { from });
  if (text !== undefined) return text;
  const hint = process.stdin.isTTY
    ? 'use --from FILE, or pipe the content in'
    : 'to make it empty on purpose, use `--from -` or `--from FILE`';
  throw new Failure('usage', 'There is nothing to write', hint);
}

export const nameOfSource = (source: string | undefined): string => (isFile(source) ? source : 'the text');

/** The fields of a request. */
export function changeOf({
  text,
  append,
  section,
}: Given): Pick<Operations['writeArtifact']['input'], 'content' | 'append' | 'section'> {
  if (section !== undefined) return { section: { heading: section, content: text, mode: append ? 'append' : 'replace' } };
  return append ? { append: text } : { content: text };
}

/** Whether a text replaces all of an artifact. */
export const isWhole = ({ append, section }: Given): boolean => !append && section === undefined;

/** Text that is added to an artifact is no copy of it. */
export function copyOf({ spaceId }: Space, artifactId: string, change: Given): LocalCopy | undefined {
  return isFile(change.source) && isWhole(change) ? { file: change.source, spaceId, artifactId } : undefined;
}

/** The version that a text is based on, if that is known. */
export const baseOf = async (
  { folder }: Context,
  copy: LocalCopy | undefined,
  { base }: { base?: number | undefined },
): Promise<number | undefined> => base ?? (copy && (await new BaseVersions(folder).of(copy)));

/** Notes which version a file now has. What was done is done, even if that fails. */
export async function remember({ folder, out }: Context, copy: LocalCopy, version: number): Promise<void> {
  await new BaseVersions(folder).remember(copy, version).catch((error: unknown) => {
    out.note(`It could not be noted that ${copy.file} is version ${version}: ${String(error)}`);
  });
}
