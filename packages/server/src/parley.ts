import { contract as contractWith, wake as wakeRules, type Contract } from '@parley/core';
import type { Logger } from 'pino';
import type { Directory } from './account/administration.ts';
import { Identity } from './account/identity.ts';
import type { Mint } from './engine/keys/keys.ts';
import { pushKeyFrom } from './resources/wakes/push-key.ts';
import { openSecret } from './engine/keys/secret.ts';
import { mailer } from './account/mail.ts';
import { issuersIn, signOnIn } from './account/issuers.ts';
import { openProvider, type Provider } from './account/provider.ts';
import { UnknownKeys } from './engine/keys/unknown-keys.ts';
import { Sessions } from './account/sessions.ts';
import { openAudit } from './host/audit/open.ts';
import { offerCopies } from './host/backup/copies.ts';
import { offerStatements } from './host/backup/statements.ts';
import { directUrlIn, ignoredIn, type Config } from './config.ts';
import type { WorkerGroup } from './host/group/member.ts';
import { answering } from './docs/answers.ts';
import { loadPages, type DocumentationPage } from './docs/library.ts';
import { localBus } from './engine/bus/bus.ts';
import { busFor, redisAt } from './engine/bus/open.ts';
import { drain } from './engine/stream/drain.ts';
import { Feed } from './engine/stream/feed.ts';
import type { Source } from './engine/stream/follow.ts';
import { EventLog } from './engine/stream/log.ts';
import type { LoggedEvent } from './engine/stream/logged.ts';
import type { SearchWindow } from './engine/searched.ts';
import { FairSemaphore } from './engine/stream/fair-semaphore.ts';
import { checksOf } from './host/health/checks.ts';
import { Readiness } from './host/health/readiness.ts';
import { openEnvironment } from './resources/environment.ts';
import { defaultLimit, openAdmission, windowSeconds, type Admission } from './call/admission/admission.ts';
import type { OpenCounter } from './engine/limits/counter.ts';
import { countAlone } from './engine/limits/counts.ts';
import { countInMemory } from './engine/limits/windows.ts';
import type { Prometheus } from './host/metrics/prometheus.ts';
import { openObservation } from './host/observation.ts';
import { destinationsWith, resolveByDns, type Destinations, type Resolve } from './resources/wakes/outbox/destination.ts';
import type { Audit } from './engine/observe/audit.ts';
import { openOutbox, openReceivers } from './resources/wakes/outbox/open.ts';
import { openWebhooks, type Webhooks } from './resources/wakes/webhooks/open.ts';
import { Pipeline } from './call/pipeline.ts';
import { callsOf, proceduresOf, type Calls } from './call/procedures/procedure.ts';
import { createRouter, type AppRouter } from './call/procedures/router.ts';
import { startReadings } from './host/readings.ts';
import { Committer } from './engine/write/committer.ts';
import { slotCounts } from './engine/write/connection-slots.ts';
import { HeadReader } from './engine/read/head-reader.ts';
import { Presence } from './engine/stream/presence.ts';
import { Snapshots } from './engine/read/snapshots.ts';
import { aloneIn } from './engine/store/alone.ts';
import { commit, type StorableEvent } from './engine/store/commit.ts';
import { openDatabase } from './engine/store/database.ts';
import type { Head } from './engine/store/heads.ts';
import { measureStore } from './engine/store/measures.ts';
import { openQueries, tables, upkeepOf } from './resources/index.ts';
import { streamViews } from './resources/views.ts';
import { openStores } from './engine/store/open.ts';
import { startSweep } from './engine/schedule/sweep.ts';
import { toldOf } from './engine/schedule/upkeep.ts';
import { version } from './version.ts';

/** The running service, which `app.ts` serves over HTTP. */
export interface Parley extends Calls {
  readonly config: Config;
  readonly log: Logger;
  readonly contract: Contract;
  readonly router: AppRouter;
  readonly pipeline: Pipeline;
  readonly source: Source;
  /** Where requests can be sent. */
  readonly destinations: Destinations;
  /** Subscriptions to events that are delivered to URLs. */
  readonly webhooks: Webhooks;
  readonly presence: Presence;
  readonly provider: Provider;
  /** The users of this server, for administrators. */
  readonly directory: Directory;
  readonly secret: string;
  /** Derives keys and boundaries from the secret. */
  readonly mint: Mint;
  /** The documentation. */
  readonly pages: readonly DocumentationPage[];
  readonly admission: Admission;
  /** Shared by all processes if Redis is configured. */
  readonly openCounter: OpenCounter;
  /** What it measures, if somebody can ask for it. */
  readonly prometheus: Prometheus | undefined;
  readonly readiness: Readiness;
  readonly audit: Audit;
  publicUrl(): string;
  /** Sets the base URL of links, which is known only once the server listens. */
  listensAt(address: string): void;
  /** Resolves if the embedded database has failed: the server can no longer serve anything. */
  readonly lost?: Promise<Error> | undefined;
  /** This process is not ready from now on, and ends its streams and waiting polls one by one. `cut` gives up waiting for them. */
  drain(cut: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** How many streams can read their past from the database at the same time. */
const pastsAtATime = 4;

/** What only tests change. */
export interface Inside {
  /** Resolves the hosts of wake addresses. */
  resolve: Resolve;
  /** The pauses between the tries of a signal, and how long each can take. */
  retryMs: readonly number[];
  timeoutMs: number;
  /** The pauses between two sweeps of what is kept for hours or days. */
  sweepMs: number;
  /** The pause between two measurements of the database. */
  measureMs: number;
  /** A certificate authority of receivers, in PEM. */
  ca: string | undefined;
  /** How much one call of a search looks at. */
  searchWindow: SearchWindow;
}

const usual: Inside = {
  resolve: resolveByDns,
  retryMs: wakeRules.retryMs,
  timeoutMs: 10_000,
  sweepMs: 60_000,
  measureMs: 30_000,
  ca: undefined,
  searchWindow: { rows: 100_000, ms: 50, portion: { rows: 4_000, bytes: 2 * 1024 * 1024, matches: 100 } },
};

const dayMs = 86_400_000;
const daysIn = (days: number | undefined): number | undefined => (days === undefined ? undefined : days * dayMs);

/** `group`: the workers of this machine, if this is one of them. */
export async function startParley(
  config: Config,
  log: Logger,
  inside: Partial<Inside> = {},
  group?: WorkerGroup,
): Promise<Parley> {
  const { resolve, sweepMs, measureMs, searchWindow, retryMs, timeoutMs, ca } = { ...usual, ...inside };
  const now = Date.now;
  const { prometheus, meter, tracer, watch } = await openObservation(config, log, group);
  const audit = openAudit(config, {
    write: (text) => void process.stdout.write(text),
    failed: (err) => log.error({ err }, 'what happened could not be audited'),
  });
  const counts = group?.counts ?? countAlone();
  const floor = {
    bytes: config.PARLEY_MIN_FREE_DISK,
    crossed: (isBelow: boolean) =>
      isBelow
        ? log.error('the free disk space is below PARLEY_MIN_FREE_DISK: writes are refused')
        : log.info('enough disk space is free again'),
  };
  for (const text of ignoredIn(config)) log.warn(text);
  const database = await openDatabase({
    url: config.DATABASE_URL,
    directUrl: directUrlIn(config),
    prepare: config.PARLEY_DATABASE_PREPARE,
    kind: config.PARLEY_DATABASE,
    tables,
    dataDir: config.PARLEY_DATA_DIR,
    slots: slotCounts,
    floor,
  });
  const failed = (err: unknown) => log.error({ err }, 'a background task failed');
  const place = { publicUrl: config.PARLEY_PUBLIC_URL ?? '' };

  const stores = openStores(database, tables);
  const queries = openQueries(database);
  const snapshots = new Snapshots(stores.spaces.load, { meter });
  const heads = new HeadReader(stores.heads.find);
  const views = streamViews(place);
  const eventLog = new EventLog(stores.events, views);
  const secret = await openSecret({
    secret: config.PARLEY_SECRET,
    dataDir: config.PARLEY_DATA_DIR,
    deployment: stores.deployment,
  }).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const provider = openProvider({
    accounts: queries.accounts,
    secret,
    serverId: (await stores.deployment.serverId()) ?? '',
    publicUrl: () => place.publicUrl,
    log,
    signUp: config.PARLEY_SIGN_UP,
    sendMail: mailer(config, log),
    signOn: signOnIn(config),
  });
  const sessions = new Sessions(
    issuersIn(
      config,
      provider,
      () => place.publicUrl,
      ({ issuer, subject }) => queries.accounts.isKnown(issuer, subject),
    ),
  );
  const identity = new Identity({ sessions, users: queries.users, tokens: queries.tokens, now });
  const contract = contractWith(config.limits);
  const pages = loadPages();
  const redis = await redisAt(config.REDIS_URL, log, counts.openBook);
  const openCounter = redis?.counter ?? counts.openBook;
  const pushKey = pushKeyFrom(secret);
  const env = openEnvironment(config, {
    queries,
    events: stores.events,
    log: eventLog,
    secret,
    pushKey,
    openCounter,
    destinations: destinationsWith({ allowsPrivate: config.PARLEY_WAKE_PRIVATE, resolve }),
    answers: answering(pages, contract),
    searchWindow,
    publicUrl: () => place.publicUrl,
  });
  // Without rate limits only headers show what is counted.
  const rates = config.PARLEY_RATE_LIMIT > 0 ? counts : { ...counts, openBook: countInMemory };
  const openRate = redis?.counter ?? rates.openBook;
  const clients = openRate({ name: 'rate', points: config.PARLEY_RATE_LIMIT || defaultLimit, seconds: windowSeconds });
  const unknownKeys = new UnknownKeys(now);
  const admission = openAdmission(config, { contract, snapshots, unknownKeys, identity, clients, counts: rates, meter });
  const presence = new Presence({ ...queries.presence, liveMs: config.PARLEY_LIVE_SECONDS * 1000, now, failed });
  const feed = new Feed({ log: eventLog, heads, snapshots, seats: admission.seats, presence, views, now, failed, meter });
  const notify = (head: Head) => feed.notify(head);
  const deaf = () => log.warn('notifications do not come back from the database: set DATABASE_LISTEN_URL to a direct connection');
  const bus = await busFor(database, { redis, natsUrl: config.NATS_URL, log }, notify, { failed, deaf });
  const committer = new Committer({
    snapshots,
    heads,
    env: { limits: config.limits, tables },
    now,
    slots: database.slots.length,
    async store(batch, slot) {
      const storing = commit(database.slots[slot]!, tables, batch);
      for (const { saved } of batch.commits) if (saved.signals) void storing.then(() => outbox.checkSoon()).catch(() => {});
      return storing;
    },
    alone: database.transaction && aloneIn(tables, database.transaction),
    findRecords: stores.idempotency.find,
    spacesPerBatch: database.isDistributed ? 1 : config.PARLEY_SPACES_PER_BATCH,
    meter,
    committed(head, events) {
      if (eventLog.isRead(head.spaceId)) eventLog.remember(head.spaceId, logged(eventLog, head, events));
      for (const { event, body } of events) for (const tell of told.get(event) ?? []) tell(head.spaceId, body);
      notify(head);
      if (bus !== localBus) bus.publish(head);
    },
  });

  const { isPaused } = queries.outbox;
  const receivers = openReceivers({ destinations: env.destinations, isPaused, openCounter, secret, timeoutMs, ca, now });
  const sending = { receivers, mint: env.mint, secret, retryMs, meter, now, failed };
  const outbox = openOutbox({
    ...sending,
    wakes: queries.wakes,
    outbox: queries.outbox,
    committer,
    push: {
      key: pushKey,
      contact: () => config.PARLEY_SECURITY_CONTACT ?? place.publicUrl,
      publicUrl: () => place.publicUrl,
      nameOf: async (spaceId) => (await snapshots.atLeast(spaceId, 0))?.state.space.name ?? '',
    },
    openCount: queries.deliveries.openCount,
  });
  const { webhooks: store, tokens, memberships } = queries;
  const webhooks = openWebhooks({
    ...sending,
    ...{ webhooks: store, tokens, memberships, log: eventLog, heads, snapshots },
    destinations: env.destinations,
    tries: env.wakeTries,
  });

  const source: Source = { feed, log: eventLog, heads, semaphore: new FairSemaphore(pastsAtATime), now };
  const idempotencyTtlMs = config.PARLEY_IDEMPOTENCY_TTL_SECONDS * 1000;
  const pipeline = new Pipeline({
    contract,
    env,
    committer,
    snapshots,
    heads,
    presence,
    identity,
    unknownKeys,
    secret,
    findRecords: stores.idempotency.find,
    feed,
    admission,
    idempotencyTtlMs,
    audit,
    refused: watch?.refused,
    disk: database.disk,
    now,
  });
  const stateOf = async (spaceId: string) => {
    const head = await heads.current(spaceId);
    return head && (await snapshots.atLeast(spaceId, head.rev))?.state;
  };
  const { mint, pins, retention } = env;
  const upkeep = upkeepOf(
    {
      ...{ ...queries, names: stores.names, over: stores.over, mint, pins, retention, events: stores.events, env },
      messagesKeptMs: daysIn(config.PARLEY_RETENTION_MESSAGES_DAYS),
    },
    { committer, limits: config.limits, meter, stateOf, sweepMs, now, failed },
  );
  const told = toldOf(upkeep);
  const sweep = startSweep({
    heads: stores.heads,
    records: stores.idempotency,
    spaces: stores.spaces,
    upkeep,
    committer,
    feed,
    presence,
    retentionDays: config.PARLEY_RETENTION_DAYS,
    sweepMs,
    now,
    failed,
  });

  const { copyTo } = database;
  const copies =
    copyTo && (await offerCopies({ dataDir: config.PARLEY_DATA_DIR, copyTo, floor: config.PARLEY_MIN_FREE_DISK, failed }));
  const statements = copyTo && (await offerStatements(config.PARLEY_DATA_DIR, database.background, failed));
  const measures = measureStore(database.background);
  const readings = prometheus
    ? startReadings(meter, { config, database, measures, upkeep, committer, feed, sweep, everyMs: measureMs, now, failed })
    : undefined;
  const procedures = proceduresOf(contract, pipeline, watch);
  const readiness = new Readiness({ checks: checksOf(database, bus, group), version });

  return {
    ...callsOf(procedures, pipeline),
    config,
    log,
    contract,
    router: createRouter(contract, procedures),
    pipeline,
    source,
    destinations: env.destinations,
    webhooks,
    presence,
    provider,
    directory: queries.directory,
    secret,
    mint,
    pages,
    admission,
    openCounter,
    prometheus,
    readiness,
    audit,
    publicUrl: () => place.publicUrl,
    listensAt(address) {
      place.publicUrl ||= address;
    },
    lost: database.lost,
    async drain(cut) {
      readiness.drain();
      await drain(feed, { ms: config.PARLEY_DRAIN_SECONDS * 1000, cut });
    },
    async close() {
      await readings?.stop();
      await Promise.all([outbox.close(), webhooks.close()]);
      await sweep.stop();
      await committer.drained();
      await presence.store('all').catch(failed);
      await bus.close();
      await redis?.close();
      await copies?.close();
      await statements?.close();
      await database.close();
      await tracer?.close();
    },
  };
}

/** Events of one commit have consecutive sequences that end at the new head. */
const logged = (log: EventLog, { spaceId, sequence, lastMs }: Head, events: readonly StorableEvent[]): LoggedEvent[] =>
  events.map((event, i) => {
    const before = events.length - 1 - i;
    return log.event(spaceId, { ...event, sequence: sequence - before, at: lastMs - before });
  });
