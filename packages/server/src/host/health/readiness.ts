import { within } from '../../engine/async/within.ts';
import { dateTime } from '../../engine/present/time.ts';

/** `degraded` is for operators: the server works, but not as well as it should. Only `failed` makes it not ready. */
export type CheckState = 'ok' | 'degraded' | 'failed';

export type Check = () => Promise<CheckState>;

/** What `/api/ready` says. */
export interface Report {
  status: 'ready' | 'failed' | 'draining';
  checks: Record<string, CheckState>;
  version: string;
  drainingSince?: string;
}

interface ReadinessOptions {
  /** By the name that the report gives them. */
  checks: Readonly<Record<string, Check>>;
  version: string;
  now?: () => number;
  /** How long a check can take before it counts as failed. */
  timeoutMs?: number;
  /** How long its result is used again, so that any number of probes cost one check. */
  keptMs?: number;
}

/** Whether this process should get requests. */
export class Readiness {
  readonly #checks: [name: string, check: () => Promise<CheckState>][];
  readonly #version: string;
  readonly #now: () => number;
  #drainingSince: number | undefined;

  constructor({ checks, version, now = Date.now, timeoutMs = 2_000, keptMs = 1_000 }: ReadinessOptions) {
    this.#version = version;
    this.#now = now;
    this.#checks = Object.entries(checks).map(([name, check]) => [name, remembered(check, { now, timeoutMs, keptMs })]);
  }

  /** From now on this process is not ready, whatever the checks say. */
  drain(): void {
    this.#drainingSince ??= this.#now();
  }

  async report(): Promise<Report> {
    const states = await Promise.all(this.#checks.map(async ([name, check]) => [name, await check()] as const));
    const checks = Object.fromEntries(states);
    const version = this.#version;
    // Read after the checks: a process can start to drain while they run.
    const since = this.#drainingSince;
    if (since !== undefined) return { status: 'draining', checks, version, drainingSince: dateTime(since) };
    return { status: Object.values(checks).includes('failed') ? 'failed' : 'ready', checks, version };
  }
}

type Remembering = Required<Pick<ReadinessOptions, 'now' | 'timeoutMs' | 'keptMs'>>;

/** Runs a check once at a time, and not again for a while. */
function remembered(check: Check, { now, timeoutMs, keptMs }: Remembering): () => Promise<CheckState> {
  let known: { state: CheckState; at: number } | undefined;
  let running: Promise<CheckState> | undefined;
  const run = async (): Promise<CheckState> => {
    const state = await within(timeoutMs, Promise.resolve().then(check)).catch((): CheckState => 'failed');
    known = { state, at: now() };
    running = undefined;
    return state;
  };
  return async () => {
    // A clock that was set back must not keep a result for longer.
    if (known && Math.abs(now() - known.at) < keptMs) return known.state;
    return (running ??= run());
  };
}
