import { randomUUID } from 'node:crypto';
import type { Instant } from '@parley/core';
import type { Querying, Row } from '../engine/store/connection.ts';
import { removedIssuer, removedSubject } from './users.ts';

/** What becomes of the spaces of a user who is removed. */
export type Removal = 'deleted' | 'erased' | 'erased with messages';

/** Somebody who can sign in here, or has shown a session of another issuer. */
export interface Person {
  /** Undefined as long as an account has never been used. */
  readonly userId: string | undefined;
  /** Undefined if only another issuer knows the person. */
  readonly accountId: string | undefined;
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly email: string;
  readonly createdAt: Instant;
  readonly isAdministrator: boolean;
  readonly disabledAt: Instant | undefined;
}

/** How a person signs in, and what it has. */
export interface PersonDetails {
  readonly sessions: number;
  readonly passkeys: number;
  readonly hasPassword: boolean;
  readonly tokens: number;
  readonly spaces: number;
}

/** Accounts, with the identity that their sessions have, joined with what is known of users. */
const people = `
  select u.user_id, a.id, coalesce(u.issuer, a.issuer) as issuer, coalesce(u.subject, a.subject) as subject, coalesce(a.name, u.name) as name,
    coalesce(a.email, u.email) as email, least(a.created_ms, u.created_ms) as created_ms, coalesce(u.is_administrator, false) as is_administrator,
    u.disabled_ms
  from (
    select auth_users.id, name, email, coalesce(i.provider_id, 'embedded') as issuer, coalesce(i.account_id, auth_users.id) as subject,
      (extract(epoch from created_at) * 1000)::bigint as created_ms
    from auth_users left join lateral (
      select provider_id, account_id from auth_accounts where user_id = auth_users.id and provider_id <> 'credential' order by created_at limit 1
    ) i on true
  ) a full join users u on u.issuer = a.issuer and u.subject = a.subject
  where u.issuer is distinct from '${removedIssuer}'`;

const personOf = ([userId, accountId, issuer, subject, name, email, createdAt, isAdministrator, disabledAt]: Row): Person => ({
  userId: text(userId),
  accountId: text(accountId),
  issuer: String(issuer),
  subject: String(subject),
  name: String(name),
  email: String(email),
  createdAt: Number(createdAt),
  isAdministrator: isAdministrator === true,
  disabledAt: typeof disabledAt === 'number' ? disabledAt : undefined,
});

const text = (cell: Row[number] | undefined): string | undefined => (typeof cell === 'string' ? cell : undefined);

/** Administrators who can act, locked in one order, so that two of them cannot disable each other at the same moment. */
const administrators = `select user_id from users where is_administrator and disabled_ms is null order by user_id for update`;
const isNotTheLast = `(not is_administrator or disabled_ms is not null or (select count(*) from administrators where user_id <> $1::uuid) > 0)`;

/** The users of a server. Each change is one statement, because the embedded database has no transactions. */
export function directoryIn(database: Querying) {
  const changed = async (statement: string, params: Parameters<Querying['query']>[1]) =>
    (await database.query(statement, params)).length > 0;

  return {
    /** In the order in which they came; `after` is the last one before. */
    async page(limit: number, after?: Person): Promise<Person[]> {
      const rows = await database.query(
        `select * from (${people}) p where (created_ms, issuer, subject) > ($2::bigint, $3::text, $4::text)
         order by created_ms, issuer, subject limit $1::int`,
        [limit, after?.createdAt ?? -1, after?.issuer ?? '', after?.subject ?? ''],
      );
      return rows.map(personOf);
    },

    /** Those with an e-mail address, whose case does not count, or an id. */
    async find(emailOrId: string): Promise<Person[]> {
      const rows = await database.query(
        `select * from (${people}) p where lower(email) = lower($1::text) or user_id::text = lower($1::text) or id = $1::text order by created_ms`,
        [emailOrId],
      );
      return rows.map(personOf);
    },

    async details({ userId, accountId }: Person, now: Instant): Promise<PersonDetails> {
      const [row] = await database.query(
        `select (select count(*)::int from auth_sessions where user_id = $1::text and expires_at > $3::timestamptz),
           (select count(*)::int from auth_passkeys where user_id = $1::text),
           exists (select from auth_accounts where user_id = $1::text and provider_id = 'credential'),
           (select count(*)::int from user_tokens where user_id = $2::uuid and revoked_ms is null)`,
        [accountId ?? null, userId ?? null, new Date(now).toISOString()],
      );
      const [sessions, passkeys, hasPassword, tokens] = row!;
      const [[spaces] = []] = await database.query(
        'select count(distinct space_id)::int from memberships where user_id = $1::uuid',
        [userId ?? null],
      );
      return {
        sessions: Number(sessions),
        passkeys: Number(passkeys),
        hasPassword: hasPassword === true,
        tokens: Number(tokens),
        spaces: Number(spaces),
      };
    },

    /** The id of a person, also of one whose account was never used. */
    async idOf({ userId, issuer, subject, name, email, createdAt }: Person): Promise<string> {
      if (userId !== undefined) return userId;
      const [[id] = []] = await database.query(
        `insert into users (user_id, issuer, subject, name, email, created_ms) values ($1::uuid, $2, $3, $4, $5, $6::bigint)
         on conflict (issuer, subject) do update set name = users.name returning user_id`,
        [randomUUID(), issuer, subject, name, email, createdAt],
      );
      return String(id);
    },

    /** False if it is the last administrator. The sessions are deleted; none that is created meanwhile is accepted. */
    async disable(userId: string, accountId: string | undefined, now: Instant): Promise<boolean> {
      return changed(
        `with administrators as materialized (${administrators}),
         disabled as (update users set disabled_ms = coalesce(disabled_ms, $2::bigint), is_ending = true where user_id = $1::uuid and ${isNotTheLast} returning user_id),
         ended as (delete from auth_sessions using disabled where auth_sessions.user_id = $3::text)
         select user_id from disabled`,
        [userId, now, accountId ?? null],
      );
    },

    enable: (userId: string): Promise<boolean> =>
      changed(
        'update users set disabled_ms = null, is_ending = false where user_id = $1::uuid and removal is null returning user_id',
        [userId],
      ),

    promote: (userId: string): Promise<boolean> =>
      changed('update users set is_administrator = true where user_id = $1::uuid and removal is null returning user_id', [
        userId,
      ]),

    /** False if it is the last administrator. */
    demote: (userId: string): Promise<boolean> =>
      changed(
        `with administrators as materialized (${administrators})
         update users set is_administrator = false where user_id = $1::uuid and ${isNotTheLast} returning user_id`,
        [userId],
      ),

    /**
     * Deletes everything about a person except which participants of which spaces it is: upkeep ends those. False if it is the last
     * administrator.
     */
    async remove(userId: string, person: Person, removal: Removal, now: Instant): Promise<boolean> {
      const { accountId = null, email } = person;
      const subject = removedSubject(person);
      await database.query(`update users set subject = user_id::text where issuer = '${removedIssuer}' and subject = $1::text`, [
        subject,
      ]);
      const removed = await changed(
        `with administrators as materialized (${administrators}),
         removed as (
           update users set issuer = '${removedIssuer}', subject = $2::text, name = '', email = '', is_administrator = false,
             disabled_ms = $3::bigint, removal = $4::text, is_ending = true
           where user_id = $1::uuid and ${isNotTheLast} returning user_id),
         tokens as (delete from user_tokens using removed where user_tokens.user_id = $1::uuid),
         links as (delete from link_requests using removed where link_requests.user_id = $1::uuid),
         sessions as (delete from auth_sessions using removed where auth_sessions.user_id = $5::text),
         passkeys as (delete from auth_passkeys using removed where auth_passkeys.user_id = $5::text),
         identities as (delete from auth_accounts using removed where auth_accounts.user_id = $5::text),
         verifications as (
           delete from auth_verifications using removed
           where ($6::text <> '' and strpos(lower(value), to_json(lower($6::text))::text) > 0) or strpos(value, to_json($5::text)::text) > 0),
         accounts as (delete from auth_users using removed where auth_users.id = $5::text)
         select user_id from removed`,
        [userId, subject, now, removal, accountId, email],
      );
      // Answers that are kept for retries, encrypted. Its own statement, because this table can be distributed.
      if (removed) await database.query('delete from idempotency_records where space_id = $1::uuid', [userId]);
      return removed;
    },

    /** In how many of its spaces something remains to be done. */
    async unended(userId: string): Promise<number> {
      const [[isEnding, disabledAt, removal] = []] = await database.query(
        'select is_ending, disabled_ms, removal from users where user_id = $1::uuid',
        [userId],
      );
      if (isEnding !== true) return 0;
      const [[count] = []] = await database.query(
        `select count(distinct space_id)::int from memberships
         where user_id = $1::uuid and ($2::boolean or ended_for_ms is distinct from $3::bigint)`,
        [userId, removal !== null, disabledAt ?? null],
      );
      return Number(count);
    },
  };
}
