import { catchUp, minCatchUpTokens } from '@parley/core';
import { ParleyError } from '@parley/sdk';
import { randomUUID } from 'node:crypto';
import { Context, type Global } from '../context.ts';
import { fetch } from '../fetch.ts';
import { launch } from '../hosts/launch.ts';
import { shellLine } from '../hosts/shell-word.ts';
import type { MessageQuestion } from '../question.ts';
import { claimNext, type ChosenNews, type Turns } from './choice.ts';
import { withTold } from './caught.ts';
import { fitting, newsIn, type HookNews } from './news.ts';
import { membershipOf, type Claims, type Pace } from './pace.ts';
import { textOf } from './text.ts';
import { timeoutMsOf } from './timeout.ts';
import { serverOf, type Wanted } from './wanted.ts';

/** More at once would be a task of its own. */
const mostMessages = 5;

/** What a session is told at its start, in bytes: 2,000 tokens. Long messages leave less for the catch-up, but not less than this. */
const mostAtStart = 2_000 * catchUp.bytesPerToken;
const leastNews = 3_000;
/** Beside the answer: the notice, and the lines around it. */
const besidesNews = 700;

/** A refusal that stays for long: asking again soon would get the same answer. */
const final: ReadonlySet<unknown> = new Set(['key_revoked', 'key_expired', 'space_closed']);

/** What the service has refused, rather than not answered; a limit of requests is a failure. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ParleyError && error.status >= 400 && error.status < 500 && error.status !== 429;

interface AskedHost extends Omit<Turns, 'space'> {
  member: Wanted;
  /** The claims as they were before this run. */
  first: Claims;
}

interface Opened extends AskedHost, Turns {
  alias: string;
}

/** What a message asks besides a reply. Without an answer of the service, the message alone is shown. */
async function questionOf({ space, message, delivery }: ChosenNews, signal: AbortSignal): Promise<MessageQuestion | undefined> {
  if (delivery.expects !== 'answer') return undefined;
  const { aboutMessages } = await import('../resources/about-messages.ts');
  return aboutMessages.questionIn(space, message, { signal }).catch(() => undefined);
}

/** A look for messages in some spaces. What becomes of its claims is noted before and after, so that no message is lost. */
export class HookAsking {
  readonly #options: Global;
  readonly #isPinned: boolean;
  readonly #now: number;
  readonly #asked: readonly AskedHost[];
  readonly #over: string[] = [];
  readonly #failed: string[] = [];
  /** Memberships, with what the session is told of them. */
  readonly #told: [membership: string, cursor: number][] = [];

  constructor(options: Global, wanted: readonly Wanted[], isPinned: boolean, now: number) {
    this.#options = options;
    this.#isPinned = isPinned;
    this.#now = now;
    this.#asked = wanted.map((member) => {
      const { key, next } = member.lost ?? { key: randomUUID(), next: 0 };
      const first = { membership: membershipOf(member), key, next, pid: process.pid, at: now };
      const isAgain = member.lost !== undefined;
      return { member, first, claims: { ...first }, isAgain, isUnanswered: isAgain };
    });
  }

  /** What is noted before anything is claimed. */
  begun(pace: Pace): Pace {
    const claiming = this.#asked.filter(({ member }) => member.mayWait);
    return { ...pace, claims: [...this.#ofOthers(pace), ...claiming.map(({ first }) => first)] };
  }

  /** What is noted at the end: the claims whose answers nobody has seen. */
  ended(pace: Pace, isSeen: boolean): Pace {
    const unseen = this.#asked
      .filter(({ isUnanswered, claims, first }) => isUnanswered || (!isSeen && claims.next > first.next))
      .map(({ claims, first }) => (isSeen ? claims : first));
    const times = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, this.#now]));
    return {
      ...pace,
      failed: { ...pace.failed, ...times(this.#failed) },
      over: { ...pace.over, ...times(this.#over) },
      claims: [...this.#ofOthers(pace), ...unseen],
      ...(isSeen && { caught: this.#told.reduce((caught, each) => withTold(caught, ...each), [...(pace.caught ?? [])]) }),
    };
  }

  #ofOthers({ claims = [] }: Pace): Claims[] {
    return claims.filter(({ key }) => this.#asked.every(({ first }) => first.key !== key));
  }

  /**
   * Claims what waits, and shows it for the model, after what is new for a session that starts; empty if there is nothing. It never
   * fails, and ends in time.
   */
  async ask(isContinued: boolean): Promise<string> {
    const context = new Context(this.#options);
    context.secrets.isWatched = false;
    const timeoutMs = timeoutMsOf(process.env);
    const late = AbortSignal.timeout(timeoutMs);
    const opened: Opened[] = [];
    const open = async (asked: AskedHost) => {
      const place = await context.place(this.#isPinned ? undefined : asked.member.spaceId);
      const space = await context.open(place, { hooks: {}, fetch, maxRetries: 0, timeoutMs, signal: late });
      const alias = place.kept?.alias ?? place.spaceId;
      opened.push(Object.assign(asked, { space, alias: /^[\w.-]{1,64}$/.test(alias) ? alias : place.spaceId }));
    };
    // The keychain can wait for its user longer than any signal allows.
    const isLate = new Promise<void>((resolve) => late.addEventListener('abort', () => resolve(), { once: true }));
    const opening = this.#asked.map((asked) => open(asked).catch((error: unknown) => this.#noteFailure(asked, error)));
    await Promise.race([Promise.all(opening), isLate]);
    const waiting = opened.filter(({ member }) => member.mayWait);
    const chosen = await claimNext(waiting, mostMessages, (asked, error) => this.#noteFailure(asked, error), late);
    const messages = await Promise.all(
      chosen.map(async ({ turns, ...each }) => ({ ...each, alias: turns.alias, question: await questionOf(each, late) })),
    );
    const text = textOf(messages, this.#command, this.#isPinned);
    const left = mostAtStart - Buffer.byteLength(text);
    const shown = new Set<unknown>(messages.map(({ message }) => message?.id));
    const news = late.aborted ? [] : await this.#newsIn(opened, Math.max(left, leastNews), { shown, isContinued });
    return news.length > 0 ? textOf(messages, this.#command, this.#isPinned, news) : text;
  }

  /** Asks once in each space that is caught up. All together have at most so many bytes. */
  async #newsIn(
    opened: readonly Opened[],
    all: number,
    known: { shown: ReadonlySet<unknown>; isContinued: boolean },
  ): Promise<HookNews[]> {
    const behind = opened
      .flatMap((asked) => (asked.member.after === undefined || asked.isUnanswered ? [] : [{ asked, after: asked.member.after }]))
      .slice(0, Math.floor(all / (besidesNews + minCatchUpTokens * catchUp.bytesPerToken)));
    if (behind.length === 0) return [];
    const mostBytes = Math.floor(all / behind.length);
    const budget = Math.floor((mostBytes - besidesNews) / catchUp.bytesPerToken);
    const found = await Promise.all(
      behind
        .map(async ({ asked, after }) => {
          const caught = await asked.space.call('catchUp', { after, budget });
          if (Buffer.byteLength(JSON.stringify(caught)) > budget * catchUp.bytesPerToken) return [];
          const { answer, cursor } = newsIn({ ...caught }, { after, ...known });
          this.#told.push([asked.first.membership, cursor]);
          return answer ? [fitting({ alias: asked.alias, after, answer }, mostBytes)] : [];
        })
        .map((each, i) => each.catch((error: unknown) => (this.#noteFailure(behind[i]!.asked, error), []))),
    );
    return found.flat();
  }

  #noteFailure(asked: AskedHost, error: unknown): void {
    const isOver = final.has((error as { code?: unknown }).code);
    if (isOver) this.#over.push(asked.first.membership);
    if (isOver || isRefusal(error)) asked.isUnanswered = false;
    else this.#failed.push(serverOf(asked.member));
  }

  /** As the line of the host starts it. */
  get #command(): string {
    const { profile = process.env['PARLEY_PROFILE'], space, url } = this.#options;
    return shellLine(launch(process.env, [...(profile ? ['--profile', profile] : []), ...(space && url ? ['--url', url] : [])]));
  }
}
