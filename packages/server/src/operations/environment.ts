import { link } from '@parley/core';
import { mintFrom } from '../auth/keys.ts';
import type { PushKey } from '../auth/push-key.ts';
import type { Config } from '../config.ts';
import type { EventLog } from '../events/log.ts';
import type { OpenCounter } from '../limits/counter.ts';
import { throttle } from '../limits/throttle.ts';
import type { Destinations } from '../outbox/destination.ts';
import { Crowded } from '../space/crowded.ts';
import type { storesOf } from '../store/stores.ts';
import type { Environment } from './define.ts';

/** Per user; allows for some misread codes. */
const wrongCodes = { name: 'wrong codes of link requests', points: 20, seconds: 15 * 60 };
/** Per participant. */
const wakeTries = { name: 'changes of wake addresses', points: 20, seconds: 10 * 60 };

interface Parts {
  stores: ReturnType<typeof storesOf>;
  log: EventLog;
  secret: string;
  pushKey: PushKey;
  openCounter: OpenCounter;
  destinations: Destinations;
  answers: Environment['answers'];
  publicUrl(): string;
}

/** What operations work with, as it is configured. */
export function openEnvironment(config: Config, parts: Parts): Environment {
  const { stores, log, secret, pushKey, openCounter, destinations, answers, publicUrl } = parts;
  return {
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
    artifacts: stores.artifacts,
    versions: stores.versions,
    proposals: stores.proposals,
    tasks: stores.tasks,
    files: stores.files,
    fileBytes: stores.fileBytes,
    deliveries: stores.deliveries,
    events: stores.events,
    catchUp: stores.catchUp,
    tokens: stores.tokens,
    memberships: stores.memberships,
    links: stores.links,
    wakes: stores.wakes,
    retention: { versions: config.PARLEY_ARTIFACT_VERSIONS, bytes: config.PARLEY_ARTIFACT_HISTORY_BYTES },
    destinations,
    crowded: new Crowded(),
    wakeTries: throttle({ openCounter, secret }, wakeTries),
    codeTries: throttle({ openCounter, secret }, wrongCodes),
    answers,
  };
}
