import type { Verb } from '../../command.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { content } from '../../input/content.ts';
import { difference } from '../../terminal/difference.ts';
import { artifactText } from './kind.ts';
import { artifactNamed, summaryNamed } from './named.ts';
import { nameOfVersion, printDiff } from './unified.ts';

type CompareWords = [query: string, from?: string, to?: number];

/** Compares two versions, or an artifact with a file. A file whose name is a number is given as `./7`. */
export const diff: Verb<{ exitCode?: boolean }, CompareWords> = async (context, { exitCode }, query, from, to) => {
  const isVersion = from === undefined || /^\d{1,9}$/.test(from);
  if (!isVersion && to !== undefined)
    throw new Failure('usage', `“${from}” is not the number of a version`, 'only versions can be compared with a version');
  const compared = isVersion
    ? versions(context, query, from === undefined ? undefined : Number(from), to)
    : file(context, query, from);
  if ((await compared) && exitCode) process.exitCode = 1;
};

/** By default the present version and the one before. Returns whether they differ. */
async function versions(context: Context, query: string, from: number | undefined, to: number | undefined): Promise<boolean> {
  const space = await context.space();
  const { id: artifactId, name, version } = await summaryNamed(space, query);
  // What has been written since the list was read belongs to the next call.
  const [older, newer] = [from ?? Math.max(1, version - 1), to ?? version];
  const found = await space.call('diffArtifact', { artifactId, from: older, to: newer });
  printDiff(context, found, nameOfVersion(name, found.from), nameOfVersion(name, found.to));
  if (from === undefined && version === 1 && !context.out.json) context.out.note('It has not been changed since it was created');
  return found.hunks.length > 0;
}

/** Returns whether they differ. */
async function file(context: Context, query: string, name: string): Promise<boolean> {
  const text = (await content(context, artifactText, { from: name })) ?? '';
  const artifact = await artifactNamed(await context.space(), query);
  const { plain, painted } = await difference({ name: artifact.name, text: artifact.content }, { name, text });
  if (context.out.json) context.out.answer({ version: artifact.version, differs: plain !== '', diff: plain }, () => '');
  else if (plain) context.out.line(painted.replace(/\n$/, ''));
  return plain !== '';
}
