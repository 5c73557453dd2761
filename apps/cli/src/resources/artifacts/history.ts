import type { ArtifactVersion, Space } from '@parley/sdk';
import type { Verb } from '../../command.ts';
import { short } from '../../naming.ts';
import { colours } from '../../terminal/colours.ts';
import { output } from '../../terminal/streams.ts';
import { harmless, harmlessLines } from '../../watch/harmless.ts';
import { overtaken } from './conflict.ts';
import { namesIn } from '../participants/names.ts';
import { artifactNamed, summaryNamed } from './named.ts';

const usualLimit = 20;
const mostPerPage = 100;

export const log: Verb<{ last?: number }, [query: string]> = async (context, { last: limit = usualLimit }, query) => {
  const space = await context.space();
  const { id } = await summaryNamed(space, query);
  const versions = await newest(space, id, limit);
  const isAccepted = versions.some(({ acceptedBy }) => acceptedBy !== undefined);
  const nameOf = isAccepted && !context.out.json ? await namesIn(space) : short;
  context.out.item(versions, () => versions.map((each) => entry(each, nameOf)).join('\n\n'));
  const isOlder = versions.length >= limit && versions.at(-1)!.version > 1;
  if (isOlder && !context.out.json) context.out.note(`There are older versions; --last ${limit * 2} shows more of them`);
};

async function newest(space: Space, artifactId: string, limit: number): Promise<ArtifactVersion[]> {
  const all: ArtifactVersion[] = [];
  for (;;) {
    const page = { artifactId, before: all.at(-1)?.version, limit: Math.min(limit - all.length, mostPerPage) };
    const { versions } = await space.call('listArtifactVersions', page);
    all.push(...versions);
    if (versions.length === 0 || all.length >= limit || versions.at(-1)!.version <= 1) return all;
  }
}

/** A version as `git log` prints a commit. */
function entry(each: ArtifactVersion, nameOf: (participantId: string) => string): string {
  const { version, authorName, at, bytes, note, kept } = each;
  const { yellow } = colours(output);
  const heading = yellow(harmless(`version ${version}`)) + (kept ? '' : ' (content no longer stored)');
  const facts = [
    `Author: ${authorName}`,
    `Date:   ${new Date(at).toLocaleString('sv')}`,
    `Change: ${how(each, nameOf)}, ${bytes.toLocaleString('en')} bytes`,
  ];
  const why = note === undefined ? [] : ['', ...harmlessLines(note).map((line) => `    ${line}`)];
  return [heading, ...facts.map(harmless), ...why].join('\n');
}

const inWords: Readonly<Record<string, string>> = {
  create: 'created',
  write: 'all replaced',
  edits: 'places edited',
  append: 'text appended',
  section: 'a section changed',
};

function how({ via, restoredFrom, acceptedBy }: ArtifactVersion, nameOf: (participantId: string) => string): string {
  if (acceptedBy !== undefined) return `a proposal, accepted by ${nameOf(acceptedBy)}`;
  return restoredFrom === undefined ? (inWords[via] ?? via) : `version ${restoredFrom} restored`;
}

export const show: Verb<object, [query: string, version?: number]> = async (context, _, query, version) => {
  const space = await context.space();
  const artifact = version === undefined ? await artifactNamed(space, query) : await summaryNamed(space, query);
  const view =
    'view' in artifact ? artifact.view : await space.call('getArtifactVersion', { artifactId: artifact.id, version: version! });
  context.out.answer(view, () => view.content.replace(/\n$/, ''));
};

export const restore: Verb<{ note?: string }, [query: string, version: number]> = async (context, { note }, query, version) => {
  const space = await context.space();
  const { id, name, version: base } = await summaryNamed(space, query);
  const restored = await space
    .call('restoreArtifactVersion', { artifactId: id, version, baseVersion: base, lock: 'auto', note })
    .catch((error: unknown) => {
      const hint = () => 'nothing was restored; repeat it if it should replace that version too';
      return overtaken(context, error, { name, what: 'the command', base, hint });
    });
  context.out.done(restored, `Wrote version ${restored.version} with the content of version ${version}`);
};
