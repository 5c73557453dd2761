import { answer, ask, startServer } from '@parley/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { onEmbedded, onOwnPostgres } from '../databases.ts';
import { memberOf as of, recorded, recordedReleases, restore } from '../recorded-release.ts';
import { teamGoesOn } from '../recorded-team.ts';
import { digest, heard, hearsTheSame, isToldTheSame } from '../recorded-views.ts';

/** Recorded by `scripts/record-release.mjs`, with the first migration that the release did not have. */
const releases = { '709eb7a': 'invitations', '46e1bd7': 'moves' };

test('every recorded release is upgraded here', () =>
  expect(recordedReleases().toSorted()).toEqual(Object.keys(releases).toSorted()));

/** Without the tables of this release. */
const databases = [
  ['PostgreSQL', onOwnPostgres],
  ['the embedded database', onEmbedded],
] as const;

describe.each(databases)('on %s', (_, openPlace) => {
  test.each(Object.entries(releases))('everything still works after an upgrade from %s', async (release, next) => {
    const past = recorded(release);
    const { open, hidden, ended, seen, told, retry } = past;
    const place = await openPlace();
    onTestFinished(place.remove);
    await restore(place, past, next);
    const server = await startServer({
      ...place.settings,
      PARLEY_SECRET: past.secret,
      PARLEY_PUBLIC_URL: past.publicUrl,
      PARLEY_RETENTION_DAYS: '36500',
    });
    onTestFinished(() => server.stop());
    const [owner, ada, ben] = [of(open, open.owner), of(open, open.ada), of(open, open.ben)];

    await isToldTheSame(server, ada, told);
    // What a release did not measure, or measured long ago, is unknown now.
    const { participants } = await answer(200, server, 'getSpace', ada);
    for (const { participantId, reach } of participants) expect(reach).toBe(participantId === ada.id ? 'live' : 'away');
    const { artifacts } = await answer(200, server, 'listArtifacts', ada);
    for (const { id: artifactId, content, version, updatedBy } of artifacts) {
      const { versions } = await answer(200, server, 'listArtifactVersions', ada, { artifactId });
      const present = { version, sha256: digest(content), authorId: updatedBy, bytes: Buffer.byteLength(content), kept: true };
      expect(versions[0]).toMatchObject(present);
      // Releases without histories kept only the present version.
      expect(versions).toHaveLength(past.team ? version : 1);
    }
    await hearsTheSame(server, owner, seen.owner);
    await hearsTheSame(server, ada, seen.ada);
    await hearsTheSame(server, of(hidden, hidden.owner), seen.hiddenOwner);
    await hearsTheSame(server, of(hidden, hidden.fay), seen.fay);

    // A retry is recognised, and its context bundle is the present one.
    const again = await ask(server, 'sendMessage', ada, retry.message, retry.idempotencyKey);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(again.body).toMatchObject({ messageId: retry.messageId, participants: told.space['participants'] });

    // The same participant still holds the lock.
    const { id: artifactId, version } = open.plan;
    expect(await answer(423, server, 'lockArtifact', owner, { artifactId })).toMatchObject({ lockedBy: ada.id });
    const written = await answer(200, server, 'writeArtifact', ada, { artifactId, content: 'third' });
    expect(written.version).toBe(version + 1);
    await answer(200, server, 'lockArtifact', owner, { artifactId: open.idle });

    // All statuses and permissions are unchanged.
    await answer(403, server, 'sendMessage', ben, { content: 'I am muted' });
    await answer(200, server, 'unmuteParticipant', owner, { participantId: ben.id });
    await answer(200, server, 'sendMessage', ben, { content: 'I am back' });
    const invited = { spaceId: hidden.spaceId, key: hidden.invitation };
    await answer(200, server, 'approveParticipant', of(hidden, hidden.owner), { participantId: hidden.dan });
    const { participantPrivateKey: key } = await answer(200, server, 'getJoinStatus', invited, { participantId: hidden.eve });
    await answer(200, server, 'sendMessage', { spaceId: hidden.spaceId, key }, { content: 'Eve is here' });
    // Only the owner sees the approval of Dan, who has not come yet.
    const before = seen.fay.at(-1)!.id!;
    const news = await heard(server, of(hidden, hidden.fay), before);
    expect(news.map(({ id, event }) => [id! - before, event])).toEqual([
      [2, 'participant-status'],
      [3, 'message'],
    ]);
    await answer(200, server, 'joinSpace', { spaceId: open.spaceId, key: open.invitation }, { name: 'New' });
    await answer(401, server, 'listMessages', of(ended, ended.late));
    await answer(409, server, 'sendMessage', of(ended, ended.owner), { content: 'Too late' });
    const last = seen.owner.at(-1)!.id!;
    expect((await heard(server, owner, last)).map(({ id }) => id! - last)).toEqual([1, 2, 3, 4, 5]);
    if (past.team) await teamGoesOn(server, past.team);
  });
});
