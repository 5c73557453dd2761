import { get, Agent, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './client.ts';
import { EventReader } from './event-reader.ts';
import { openSpace, type Member } from './meeting.ts';
import { startServer, type Settings, type TestServer } from './server.ts';

interface Rolling {
  /** Those of several processes on one database. */
  settings: Settings;
  processes: number;
  streams: number;
  drainSeconds: number;
}

/** What happened while all processes were restarted, one after the other. */
export interface Rolled {
  /** What a reader did not get, or got twice; or what did not end cleanly. */
  faults: string[];
  /** The streams that were opened again. */
  reconnects: number;
  /** The largest part of all reconnects that fell into one second, and of those of one restart. */
  shareOfAll: number;
  shareOfRestart: number;
  /** How long this process did nothing: all ends of that time seem to be at once. */
  stallMs: number;
}

const spaces = 10;
const writeEveryMs = 400;
const lookEveryMs = 200;

/** Restarts processes while streams follow and somebody writes. A stream comes back when it was told to, at any ready process. */
export async function rollingRestart({ settings, processes, streams, drainSeconds }: Rolling): Promise<Rolled> {
  const start = () => startServer({ ...settings, PARLEY_DRAIN_SECONDS: String(drainSeconds) });
  const servers = await Promise.all(Array.from({ length: processes }, start));
  const balancer = new Balancer(servers);
  const stall = watchStalls();
  const faults: string[] = [];
  const restarts: number[][] = [];
  const all: number[] = [];
  const over = new AbortController();
  try {
    const members = await Promise.all(Array.from({ length: spaces }, () => openSpace(servers[0]!)));
    const comesBack = (at: number) => void all.push(at);
    const readers = Array.from({ length: streams }, (_, i) => new StreamReader(members[i % spaces]!, balancer, comesBack));
    for (let i = 0; i < streams; i += 100) {
      readers.slice(i, i + 100).forEach((reader) => void reader.follow(over.signal));
      await settled(readers.slice(0, i + 100));
    }
    const writing = write(members, balancer, over.signal);
    for (let i = 0; i < processes; i += 1) {
      const before = all.length;
      servers[i]!.signal('SIGTERM');
      const code = await servers[i]!.ended;
      if (code !== 0) faults.push(`process ${i} ended with ${code}`);
      servers[i] = await start();
      await balancer.hasReady(servers[i]!);
      await settled(readers);
      restarts.push(all.slice(before));
    }
    over.abort();
    const written = await writing;
    for (const reader of readers) faults.push(...(await reader.missing(written.get(reader.member.spaceId) ?? [])));
    readers.forEach((reader) => reader.leave());
    return {
      faults,
      reconnects: all.length,
      shareOfAll: largestShare(all),
      shareOfRestart: Math.max(...restarts.map(largestShare)),
      stallMs: Math.max(stall.stop(), balancer.longestAwayMs),
    };
  } finally {
    over.abort();
    stall.stop();
    balancer.stop();
    await Promise.all(servers.map((server) => server.kill()));
  }
}

/** Knows which processes are ready, like a load balancer. */
class Balancer {
  /** The longest time without a ready process: who waited for one comes back at once. */
  longestAwayMs = 0;
  #awaySince: number | undefined;
  readonly #servers: TestServer[];
  readonly #ready = new Set<TestServer>();
  readonly #timer: NodeJS.Timeout;

  constructor(servers: TestServer[]) {
    this.#servers = servers;
    this.#timer = setInterval(() => void this.#look(), lookEveryMs);
  }

  async any(): Promise<TestServer> {
    for (; !this.hasAny; await sleep(lookEveryMs));
    const ready = this.#servers.filter((server) => this.#ready.has(server));
    return ready[Math.floor(Math.random() * ready.length)]!;
  }

  get hasAny(): boolean {
    return this.#servers.some((server) => this.#ready.has(server));
  }

  async hasReady(server: TestServer): Promise<void> {
    while (!this.#ready.has(server)) await sleep(lookEveryMs);
  }

  stop = (): void => clearInterval(this.#timer);

  async #look(): Promise<void> {
    await Promise.all(
      [...this.#servers].map(async (server) => {
        const isReady = await fetch(`${server.url}/readyz`).then(
          ({ status }) => status === 200,
          () => false,
        );
        if (isReady) this.#ready.add(server);
        else this.#ready.delete(server);
      }),
    );
    if (this.hasAny) this.#awaySince = undefined;
    else this.longestAwayMs = Math.max(this.longestAwayMs, performance.now() - (this.#awaySince ??= performance.now()));
  }
}

const agent = new Agent({ keepAlive: false, maxSockets: Infinity });

/** Follows a space over as many connections as it takes. */
class StreamReader {
  readonly member: Member;
  isLive = false;
  readonly #sequences: number[] = [];
  readonly #balancer: Balancer;
  readonly #comesBack: (at: number) => void;
  #repeated = 0;
  #after = 0;
  #retryMs = 0;
  #response: IncomingMessage | undefined;
  #hasLeft = false;

  constructor(member: Member, balancer: Balancer, comesBack: (at: number) => void) {
    this.member = member;
    this.#balancer = balancer;
    this.#comesBack = comesBack;
  }

  async follow(over: AbortSignal): Promise<void> {
    for (let due: number | undefined; !this.#hasLeft;) {
      // It counts when it was due: the timers of thousands of clients in one process are late together, those of real ones are not.
      const hadToWait = !this.#balancer.hasAny;
      const server = await this.#balancer.any();
      if (due !== undefined) this.#comesBack(hadToWait ? performance.now() : due);
      const wasOpen = await this.#read(server).catch(() => false);
      this.isLive = false;
      if (over.aborted && this.#hasLeft) return;
      const pauseMs = wasOpen ? this.#retryMs : 250 + Math.random() * 250;
      due = performance.now() + pauseMs;
      await sleep(pauseMs);
    }
  }

  leave(): void {
    this.#hasLeft = true;
    this.#response?.destroy();
  }

  /** What differs from what was written, once it has had the time to arrive. */
  async missing(written: readonly number[]): Promise<string[]> {
    for (let tries = 0; tries < 300 && this.#sequences.length < written.length; tries += 1) await sleep(100);
    const isSame = this.#sequences.length === written.length && written.every((each, i) => each === this.#sequences[i]);
    const faults = isSame ? [] : [`a stream got ${this.#sequences.length} messages instead of ${written.length}`];
    return this.#repeated === 0 ? faults : [...faults, `a stream got ${this.#repeated} events twice`];
  }

  async #read({ url }: TestServer): Promise<boolean> {
    const { spaceId, key } = this.member;
    const from = this.#after > 0 ? { 'last-event-id': String(this.#after) } : {};
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { 'x-private-key': key, ...from };
      get(`${url}/hub/space/${spaceId}/messages/stream`, { agent, headers }, resolve).on('error', reject);
    });
    if (response.statusCode !== 200) {
      response.resume();
      return false;
    }
    this.#response = response.setEncoding('utf8');
    const reader = new EventReader();
    let head = 0;
    for await (const text of response as AsyncIterable<string>) {
      this.#retryMs = Number(/^retry: (\d+)$/m.exec(text)?.[1] ?? this.#retryMs);
      for (const { event, id, data } of reader.take(text)) {
        if (event === 'ready') head = (JSON.parse(data) as { sequence: number }).sequence;
        if (event === 'context') {
          this.#after = Math.max(this.#after, head);
          this.isLive = true;
        }
        if (id !== undefined) this.#take(event, Number(id));
      }
    }
    return true;
  }

  #take(event: string, sequence: number): void {
    if (event === 'message') {
      if (sequence <= (this.#sequences.at(-1) ?? 0)) this.#repeated += 1;
      else this.#sequences.push(sequence);
    }
    this.#after = Math.max(this.#after, sequence);
  }
}

async function settled(readers: readonly StreamReader[]): Promise<void> {
  while (!readers.every(({ isLive }) => isLive)) await sleep(50);
}

/** Writes to all spaces until it is over; returns the sequences of the messages of each. */
async function write(members: readonly Member[], balancer: Balancer, over: AbortSignal): Promise<Map<string, number[]>> {
  while (!over.aborted) {
    // A message that is refused while a process stops need not be sent again: it counts only if it is stored.
    await Promise.all(members.map(async (member) => ask(await balancer.any(), 'sendMessage', member, { content: 'x' })));
    await sleep(writeEveryMs);
  }
  const written = new Map<string, number[]>();
  for (const member of members) {
    const found: number[] = [];
    for (let more = true; more;) {
      const { body } = await ask(await balancer.any(), 'listMessages', member, { after: found.at(-1) ?? 0 });
      const page = body as unknown as { messages: { sequence: number }[]; hasMore: boolean };
      found.push(...page.messages.map(({ sequence }) => sequence));
      more = page.hasMore;
    }
    written.set(member.spaceId, found);
  }
  return written;
}

/** The largest part of some instants that falls into any second. */
function largestShare(unsorted: readonly number[]): number {
  const instants = unsorted.toSorted((a, b) => a - b);
  let most = 0;
  for (let i = 0, first = 0; i < instants.length; i += 1) {
    while (instants[first]! < instants[i]! - 1_000) first += 1;
    most = Math.max(most, i - first + 1);
  }
  return instants.length === 0 ? 0 : most / instants.length;
}

/** Measures the longest time in which this process did nothing. */
function watchStalls(): { stop(): number } {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - lookEveryMs);
    last = performance.now();
  }, lookEveryMs);
  return {
    stop() {
      clearInterval(timer);
      return longest;
    },
  };
}
