import { missing, artifact, notFound } from '@parley/core';
import { versionView } from '../artifacts/present.ts';
import { assertBase, between, overwritten, prepared, withContent } from '../artifacts/change.ts';
import { read, writeWith } from '../../engine/operation.ts';
import { pageOf } from '../pages.ts';

export const listArtifactVersions = read<'listArtifactVersions'>(async ({ state, input, env }) => {
  const { spaceId, artifactId, before, limit } = input;
  const { version } = artifact.found(state.artifacts.get(artifactId));
  const listed = await env.versions.page(spaceId, artifactId, before ?? version + 1, limit + 1);
  const { page, hasMore } = pageOf(listed, limit);
  return { versions: page.map((each) => versionView(each, each.kept)), hasMore };
});

export const getArtifactVersion = read<'getArtifactVersion'>(async ({ state, input, env }) => {
  const { spaceId, artifactId, version } = input;
  const { version: newest } = artifact.found(state.artifacts.get(artifactId));
  const found = withContent(version > newest ? undefined : await env.versions.find(spaceId, artifactId, version));
  return { ...versionView(found, true), content: found.content };
});

export const diffArtifact = read<'diffArtifact'>(async ({ state, input, env }) => {
  const { spaceId, artifactId, from } = input;
  const { version: newest } = artifact.found(state.artifacts.get(artifactId));
  const { to = newest } = input;
  if (Math.max(from, to) > newest) throw notFound(missing.version);
  const [before, after] = await Promise.all([from, to].map((version) => env.versions.find(spaceId, artifactId, version)));
  return between(from, withContent(before).content, to, withContent(after).content);
});

export const restoreArtifactVersion = writeWith<'restoreArtifactVersion'>()(
  async (asked) => {
    const { spaceId, artifactId, version } = asked.input;
    const { env } = asked;
    const found = await prepared(asked);
    return { found, old: found && (await env.versions.find(spaceId, artifactId, version)) };
  },
  (asked, { found, old }) => {
    const { state, caller, input, now, env } = asked;
    const { version: restoredFrom, note } = input;
    const before = artifact.found(state.artifacts.get(input.artifactId));
    const writable = artifact.writable(state, before, input, caller, now, env.lockTtlMs);
    assertBase(state, before, input, found);
    const { content } = withContent(restoredFrom > before.version ? undefined : old);
    return overwritten(asked, { before, writable, found, content, via: 'restore', note, restoredFrom, action: 'restored' });
  },
  undefined,
  { checksPrepared: true },
);
