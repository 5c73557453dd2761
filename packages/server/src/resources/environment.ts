import { link, type Retention } from '@parley/core';
import type { SearchResult } from './meta/search-result.ts';
import { mintFrom } from '../engine/keys/keys.ts';
import type { PushKey } from './wakes/push-key.ts';
import type { Config } from '../config.ts';
import type { EventLog } from '../engine/stream/log.ts';
import type { OpenCounter } from '../engine/limits/counter.ts';
import { FairSemaphore } from '../engine/stream/fair-semaphore.ts';
import { throttle, type Throttle } from '../engine/limits/throttle.ts';
import type { Destinations } from './wakes/outbox/destination.ts';
import { FullInboxes } from './deliveries/full-inboxes.ts';
import { decided, erasable, exportKinds, pinsIn, searches, todo, type Queries } from './index.ts';
import type { eventStore } from '../engine/store/events.ts';
import type { Environment } from '../engine/environment.ts';
import type { Pins } from '../engine/resource.ts';
import type { SearchWindow } from '../engine/searched.ts';

/** Per user; allows for some misread codes. */
const wrongCodes = { name: 'wrong codes of link requests', points: 20, seconds: 15 * 60 };
/** Per participant. */
const wakeTries = { name: 'changes of wake addresses', points: 20, seconds: 10 * 60 };

/** Fewer than there are connections for reads: no other read waits for a search. */
const searchesAtATime = 2;

/** Settings of resources, and what they share. */
interface ResourceSettings {
  /** The agent budget of spaces that are created without one. */
  agentBudget: number | undefined;
  lockTtlMs: number;
  /** How much of the history of an artifact stays. */
  retention: Retention;
  /** Which old versions stay nevertheless. */
  pins: readonly Pins[];
  linkTtlMs: number;
  /** 0 if rate limits are off. */
  linkPollIntervalMs: number;
  /** Limits wrong user codes, per user. */
  codeTries: Throttle;
  /** Identifies this server to push services. */
  pushKey: Pick<PushKey, 'publicKey'>;
  /** Where requests can be sent. */
  destinations: Destinations;
  /** Limits how often a participant sets its wake address. */
  wakeTries: Throttle;
  /** Addressees to whom many deliveries of one sender were open a moment ago. */
  fullInboxes: FullInboxes;
  /** What the resources tell in a catch-up, and what they export. */
  todo: typeof todo;
  decided: typeof decided;
  exportKinds: typeof exportKinds;
  /** The texts that can be erased. */
  erasable: typeof erasable;
  /** How a search goes through each kind, and how many do at a time. */
  searches: typeof searches;
  searchTurns: FairSemaphore;
  /** How much one call of a search looks at. */
  searchWindow: SearchWindow;
  /** Answers a question about the service. */
  answers(question: string, publicUrl: string): SearchResult[];
}

declare module '../engine/environment.ts' {
  interface Environment extends ResourceSettings {}
}

interface Parts {
  queries: Queries;
  events: ReturnType<typeof eventStore>;
  log: EventLog;
  secret: string;
  pushKey: PushKey;
  openCounter: OpenCounter;
  destinations: Destinations;
  answers: Environment['answers'];
  searchWindow: SearchWindow;
  publicUrl(): string;
}

/** What operations work with, as it is configured. */
export function openEnvironment(config: Config, parts: Parts): Environment {
  const { queries, events, log, secret, pushKey, openCounter, destinations, answers, searchWindow, publicUrl } = parts;
  return {
    ...queries,
    get publicUrl() {
      return publicUrl();
    },
    limits: config.limits,
    agentBudget: config.PARLEY_AGENT_BUDGET,
    lockTtlMs: config.PARLEY_LOCK_TTL_SECONDS * 1000,
    linkTtlMs: config.PARLEY_LINK_TTL_SECONDS * 1000,
    linkPollIntervalMs: config.PARLEY_RATE_LIMIT === 0 ? 0 : link.pollIntervalSeconds * 1000,
    mint: mintFrom(secret),
    pushKey,
    log,
    events,
    retention: { versions: config.PARLEY_ARTIFACT_VERSIONS, bytes: config.PARLEY_ARTIFACT_HISTORY_BYTES },
    pins: pinsIn(queries),
    destinations,
    fullInboxes: new FullInboxes(),
    wakeTries: throttle({ openCounter, secret }, wakeTries),
    codeTries: throttle({ openCounter, secret }, wrongCodes),
    searchTurns: new FairSemaphore(searchesAtATime),
    ...{ todo, decided, erasable, exportKinds, searches, searchWindow, answers },
  };
}
