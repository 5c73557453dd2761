import { rewriting, type Breach } from './breaches.ts';
import type { Tampering } from './proxy.ts';
import { as, byNobody, inChapter, refusing, saying } from './tampering.ts';

const artifact = /\/artifact\/[^/]+$/;
const versions = /\/versions(\?|$)/;
const version = /\/versions\/\d+$/;
const diff = /\/diff\?/;
const restoring = /\/restore$/;
const renaming = /\/rename$/;
const list = /\/artifact(\?|$)/;

const lost = saying('code', 'artifact_not_found');
const written = (change: (body: any) => object) => rewriting('PATCH', artifact, (body) => ({ ...body, ...change(body) }));
const misread = written(({ content }) => ({ content: `${content}!` }));

const neverWas = '404 for a version that never was';
const change = 'a change of an artifact';
const based = 'a write that is based on a version';
const auto = 'a write with `lock: "auto"`';

/** Ways to break what is promised about versions, changes and the deletion of artifacts, at least one for each check. */
export const history: Breach[] = [
  ...inChapter('versions', [
    [
      'listArtifactVersions',
      '200 with who wrote each version, when and how, newest first, without contents',
      'all versions are written as a whole',
      rewriting('GET', versions, (body) => ({ versions: body.versions.map((each: object) => ({ ...each, via: 'write' })) })),
    ],
    [
      'listArtifactVersions',
      '200 with `limit` versions, older than `before`',
      'the last version of a page is missing',
      rewriting('GET', versions, (body) => ({ versions: body.versions.slice(0, -1) })),
    ],
    ...(['limit=0', 'limit=101', 'before=0'] as const).map((wish): [string, string, string, Tampering] => [
      'listArtifactVersions',
      `400 with ${wish}`,
      `${wish} is no error`,
      { instead: (_, path) => (path.endsWith(`?${wish}`) ? { status: 200, body: { versions: [] } } : undefined) },
    ]),
    [
      'getArtifactVersion',
      '200 with the content as it was written',
      'a content differs',
      rewriting('GET', version, (body) => ({ ...body, content: `${body.content}!` })),
    ],
    ['getArtifactVersion', neverWas, 'another code', refusing('GET', 404, version, lost)],
    [
      'diffArtifact',
      '200 with the lines that differ between two versions',
      'lines are in another order',
      rewriting('GET', diff, (body) => ({
        ...body,
        hunks: body.hunks.map((hunk: { lines: string[] }) => ({ ...hunk, lines: hunk.lines.toReversed() })),
      })),
    ],
    [
      'diffArtifact',
      '200 with the present version if `to` is missing, and backwards',
      'always forwards',
      rewriting('GET', diff, (body) => ({ ...body, from: Math.min(body.from, body.to), to: Math.max(body.from, body.to) })),
    ],
    [
      'diffArtifact',
      '200 as unified text with `Accept: text/x-diff`',
      'no unified text',
      {
        answer: (passage) => {
          if (passage.headers['content-type']?.startsWith('text/x-diff')) passage.body = passage.body.replace(/^@@.*\n/m, '');
        },
      },
    ],
    ['diffArtifact', neverWas, 'another code', refusing('GET', 404, diff, lost)],
    [
      'restoreArtifactVersion',
      '200 with a new version that has the old content',
      'no new version',
      rewriting('POST', restoring, (body) => ({ ...body, version: body.version - 1 })),
    ],
    [
      'restoreArtifactVersion',
      '423 without the lock, or if another participant holds it',
      'another holder',
      refusing('POST', 423, restoring, byNobody),
    ],
    [
      'restoreArtifactVersion',
      '409 with `baseVersion`, 412 with `If-Match`, if that is not the present version',
      '409 with `If-Match`',
      refusing('POST', 412, restoring, as(409)),
    ],
    ['restoreArtifactVersion', neverWas, 'another code', refusing('POST', 404, restoring, lost)],
    [
      'an event of an artifact',
      'tells the SHA-256 of what was written, how, and by whom',
      'says how another one was written',
      { event: (block) => block.replaceAll('"via":"append"', '"via":"write"') },
    ],
    [
      'an artifact beyond the limits of its history',
      '410 for the oldest versions, never for the first, the newest, those that open proposals are based on and those of decisions',
      'all are kept, as it seems',
      rewriting('GET', versions, (body) => ({ versions: body.versions.map((each: object) => ({ ...each, kept: true })) })),
    ],
    [
      'an artifact beyond the limits of its history',
      '410 for the oldest versions, never for the first, the newest, those that open proposals are based on and those of decisions',
      'a pruned version never was',
      refusing('GET', 410, version, as(404)),
    ],
  ]),
  ...inChapter('changes', [
    [change, '200 with edits, all of them looked for in the text as it was', 'another text after edits', misread],
    [change, '200 with appended text, after a line break if one is missing', 'another text after an append', misread],
    [change, '200 with a section, up to the next heading of its level', 'another text after a change of a section', misread],
    [
      change,
      '400 with none or several of content, edits, append and section',
      'none or several are a conflict',
      refusing('PATCH', 400, artifact, as(409)),
    ],
    [
      change,
      '400 with no edit, more than 100, or one that looks for nothing',
      'wrong edits are a conflict',
      refusing('PATCH', 400, artifact, as(409)),
    ],
    [
      change,
      '400 if the text after it is too large',
      'no limit is named',
      refusing('PATCH', 400, artifact, saying('issues', [])),
    ],
    [
      change,
      '409 with the edit that does not apply, why, and the closest place',
      'always the first edit',
      refusing('PATCH', 409, artifact, saying('index', 0)),
    ],
    [change, '200 whatever line endings it has: the text keeps its own, byte for byte', 'another text', misread],
    [
      change,
      '409 with the lines that an edit differs from only in white space, quotes or line numbers',
      'no lines are named',
      refusing('PATCH', 409, artifact, saying('lines', undefined)),
    ],
    [
      change,
      '409 for a section whose heading is missing or not unique',
      'one heading, as it seems',
      refusing('PATCH', 409, artifact, saying('matches', 1)),
    ],
    [change, '200 in a dry run, with the difference: nothing is stored', 'no difference', written(() => ({ diff: undefined }))],
    [
      change,
      '200 without the content with `Prefer: return=minimal`',
      'the preference is not confirmed',
      { answer: ({ headers }) => void delete headers['preference-applied'] },
    ],
    [
      auto,
      '200 if the lock is free: it stays free',
      'the lock stays taken',
      rewriting('GET', artifact, (body) => ({
        ...body,
        ...{ lockedBy: body.updatedBy, lockedAt: body.updatedAt, lockExpiresAt: body.updatedAt },
      })),
    ],
    [
      auto,
      '200 for the holder of the lock, whose lock ends when it would have',
      'the lock is renewed',
      written(({ updatedAt }) => ({ lockExpiresAt: updatedAt })),
    ],
    [auto, '423 if another participant holds the lock', 'another holder', refusing('PATCH', 423, artifact, byNobody)],
    [
      auto,
      '400 for a whole content without the version that it was made for, so that it undoes nothing of others',
      'no version is named',
      refusing('PATCH', 400, artifact, saying('currentVersion', undefined)),
    ],
    [based, '200 if that is the present one', 'no new version', written((body) => ({ version: body.version - 1 }))],
    [
      based,
      '409 if it is not, with who wrote the present one, and what has changed since',
      'no difference',
      refusing('PATCH', 409, artifact, saying('diff', undefined)),
    ],
    [
      based,
      '200 for one of many concurrent writes, 409 for the rest',
      'the rest are 412',
      refusing('PATCH', 409, artifact, as(412)),
    ],
    [
      'If-Match',
      '200 with the `ETag` of a download, 412 if that is not of the present version',
      '409 instead of 412',
      refusing('PATCH', 412, artifact, as(409)),
    ],
    [
      'If-Match',
      '200 with the `ETag` of a download, 412 if that is not of the present version',
      'the tag is not that of the version',
      { answer: ({ headers }) => void (headers.etag &&= '"abc"') },
    ],
    [
      'If-Match',
      '200 with the `ETag` of the artifact, whose lock can have changed; a weak one never matches',
      'another tag',
      { answer: ({ headers }) => void (headers.etag &&= '"abc"') },
    ],
    [
      'If-Match',
      '400 if it is no version, or `baseVersion` names another one',
      'such a tag is ignored',
      refusing('PATCH', 400, artifact, as(412)),
    ],
  ]),
  ...inChapter('deletion', [
    [
      'createArtifact with `ifExists: "return"`',
      '200 with the artifact of that name, unchanged',
      'its content is replaced',
      rewriting('POST', list, (body) => ({ ...body, content: '# Ignored' })),
    ],
    [
      'createArtifact with `ifExists: "return"`',
      '409 with `refuse` instead, and the id of the artifact of that name',
      'another id',
      refusing('POST', 409, list, saying('artifactId', '00000000-0000-4000-8000-000000000000')),
    ],
    [
      'createArtifact with `ifExists: "return"`',
      '200 with a new artifact if there is none of that name',
      'an old artifact',
      rewriting('POST', list, (body) => ({ ...body, version: 2 })),
    ],
    [
      'renameArtifact',
      '200 with the new name and the same version',
      'a new version',
      rewriting('POST', renaming, (body) => ({ ...body, version: body.version + 1 })),
    ],
    ['renameArtifact', '400 without a visible name', 'a conflict', refusing('POST', 400, renaming, as(409))],
    ['renameArtifact', '423 if another participant holds the lock', 'another holder', refusing('POST', 423, renaming, byNobody)],
    ['renameArtifact', '403 for a muted participant', 'an unknown key', refusing('POST', 403, renaming, as(401))],
    [
      'deleteArtifact',
      '200 for its creator and the owner, 403 for others',
      'another key',
      refusing('DELETE', 403, artifact, as(401)),
    ],
    [
      'deleteArtifact',
      '200, and everything about it is 404 from then on',
      'another code',
      refusing('GET', 404, artifact, saying('code', 'version_not_found')),
    ],
    [
      'deleteArtifact',
      '423 if another participant holds the lock',
      'another holder',
      refusing('DELETE', 423, artifact, byNobody),
    ],
    [
      'restoreArtifact',
      '200 for the owner, who can list the deleted ones: with its history',
      'the history starts again',
      rewriting('GET', versions, (body) => ({ versions: body.versions.slice(0, 1) })),
    ],
    [
      'restoreArtifact',
      '200 for who deleted it, who can list it; 403 for others',
      'another key',
      refusing('POST', 403, restoring, as(401)),
    ],
    [
      'restoreArtifact',
      '409 if it is not deleted',
      'another code',
      refusing('POST', 409, restoring, saying('code', 'limit_reached')),
    ],
  ]),
];
