import { mapped, type Answer } from './answer.ts';
import { assertArguments, assertOptions } from './arguments.ts';
import { ArtifactCalls } from './resources/artifacts/artifact.ts';
import { ArtifactsCalls } from './resources/artifacts/artifacts.ts';
import { ask, assertAskOptions, type AskOptions } from './resources/deliveries/ask.ts';
import { attributed } from './attributed.ts';
import { SpaceCalls } from './calls.ts';
import { Comments } from './resources/comments/comments.ts';
import type { SpaceKeys } from './compact-space.ts';
import {
  assertDeliveriesOptions,
  assertWorkOptions,
  deliveries,
  work,
  type DeliveriesOptions,
  type DeliveryPlace,
  type WorkTerms,
} from './resources/deliveries/deliveries.ts';
import { DecisionCalls } from './resources/decisions/decision.ts';
import { decide, DecisionsCalls, type NewDecision } from './resources/decisions/decisions.ts';
import type { NewOption, OptionId } from './resources/decisions/types.ts';
import { DeliveryCalls } from './resources/deliveries/delivery.ts';
import { UnexpectedAnswerError } from './errors.ts';
import { Files } from './resources/files/files.ts';
import type { Http } from './http.ts';
import type { CallOptions, ExportOptions } from './options.ts';
import { Search, type SearchOptions } from './resources/search/search.ts';
import { ProposalCalls } from './resources/artifacts/proposals/proposal.ts';
import { TaskCalls } from './resources/tasks/task.ts';
import { TasksCalls } from './resources/tasks/tasks.ts';
import { within } from './time.ts';
import type { Message } from './types.ts';

export * from './resources/artifacts/exports.ts';
export * from './resources/comments/exports.ts';
export * from './resources/decisions/exports.ts';
export * from './resources/deliveries/exports.ts';
export * from './resources/files/exports.ts';
export * from './resources/search/exports.ts';
export * from './resources/tasks/exports.ts';

// The public types of these classes name each other, so one file declares them all. Their methods are in files that import none of them.

/**
 * One space and your key to it. `console.log` and `JSON.stringify` do not show the key.
 * @see docs/sdk.md#connect
 */
export class Space extends SpaceCalls {
  /** The shared Markdown artifacts. */
  readonly artifacts: Artifacts;
  /** The work that somebody claims and somebody else verifies. */
  readonly tasks: Tasks;
  /** The questions that end in an answer. */
  readonly decisions: Decisions;
  /** The files, such as logs, archives and pictures. */
  readonly files: Files;

  /** @internal */
  constructor(http: Http, keys: SpaceKeys) {
    super(http, keys);
    this.artifacts = new Artifacts(this, (view) => new Artifact(this, view));
    this.tasks = new Tasks(this, (view) => new Task(this, view));
    this.decisions = new Decisions(this, (view) => new Decision(this, view));
    this.files = new Files(this, http);
  }

  /**
   * Asks a participant and waits for the reply, across lost connections and restarts of the service.
   * @param idOrName - An id, or the name of exactly one participant.
   * @returns The message that replies.
   * @throws {NoReplyError} when there will be no reply: the participant declined or accepts nothing from you, or the delivery failed or expired. See its `outcome`.
   * @throws {TimeoutError} when there was no reply within `timeoutMs`. It can still come.
   * @throws whatever {@link Space.send} throws.
   * @see docs/sdk.md#ask
   */
  async ask(idOrName: string, content: string, options: AskOptions = {}): Promise<Message> {
    assertArguments({ idOrName: 'name' }, { idOrName });
    assertAskOptions(options);
    return ask(this, idOrName, content, options);
  }

  /**
   * Asks for a decision: each voter gets a delivery, and the rule says when their answers decide. `await (await space.decide(…)).outcome()`
   * is the id of an option, whose type is that of the `options`.
   * @throws {InvalidRequestError} when a field exceeds a limit, or 100 decisions are open.
   * @throws {ConflictError} when nobody can vote (`no_voters`), or the space is closed.
   * @throws {ForbiddenError} when you are muted, or set a `fallback` and are not the owner.
   * @throws {BudgetSpentError} when the agent budget is used up.
   * @see docs/sdk.md#decisions
   */
  decide<const Options extends readonly NewOption[] = readonly ['approve', 'reject']>(
    question: NewDecision<Options>,
    options: CallOptions = {},
  ): Answer<Decision<OptionId<Options>>> {
    return mapped(decide(this, question, options), (view) => new Decision<OptionId<Options>>(this, view));
  }

  /**
   * Claims the deliveries to you, one after the other: `for await (const delivery of space.deliveries())`. The lease is renewed while the
   * body runs. A body that finishes acknowledges the delivery unless it has settled it; `break` and errors release it. Ends when the
   * space ends.
   * @throws {KeyError} when you left or were kicked.
   * @throws {NetworkError} when the first call failed, after `maxRetries`. Later the client retries until it succeeds.
   * @see docs/sdk.md#deliveries
   */
  deliveries(options: DeliveriesOptions = {}): AsyncGenerator<Delivery, void, undefined> {
    assertDeliveriesOptions(options);
    return deliveries(this.#place, options);
  }

  /**
   * Claims the deliveries to you and calls `handler` for each, several at the same time with `concurrency`. Resolves when the space ends
   * or `signal` is aborted, after all handlers have finished.
   * @throws {KeyError} when you left or were kicked.
   * @throws {NetworkError} when the first call failed, after `maxRetries`. Later the client retries until it succeeds.
   * @throws whatever `handler` throws, unless there is `onError`.
   * @see docs/sdk.md#deliveries
   */
  async work(handler: DeliveryHandler, options: WorkOptions = {}): Promise<void> {
    assertArguments({ handler: 'function' }, { handler });
    assertWorkOptions(options);
    return work(this.#place, handler, options);
  }

  /**
   * Finds words in what was said, written and decided, newest first. All words must be there, in any order and case; a phrase is in quotes.
   * Three letters and more are found in the middle of a word too, fewer only at its beginning.
   * @see docs/sdk.md#search
   */
  search(query: string, options: SearchOptions = {}): Search {
    return new Search(this, query, options);
  }

  /**
   * The space as a file, with everything that you can see until now: `for await (const bytes of await space.export())`. A stream that is
   * cut off throws. It is not retried.
   * @param options - `timeoutMs` limits the time until the stream starts.
   * @throws {RateLimitError} when the space is being exported already.
   * @throws {KeyError} when your key no longer works.
   * @see docs/sdk.md#export-a-space
   */
  async export({ format, ...options }: ExportOptions = {}): Promise<ReadableStream<Uint8Array>> {
    assertOptions({ signal: 'signal?', timeoutMs: 'ms?', headers: 'headers?', format: 'string?' }, { ...options, format });
    const input = { spaceId: this.spaceId, format };
    const { body } = await within(options.timeoutMs ?? this.http.timeoutMs, (late) =>
      this.http.open('exportSpace', input, this.key, options, late),
    );
    if (!body)
      throw new UnexpectedAnswerError('The runtime does not stream answers, which an export needs', {
        code: 'unexpected_answer',
      });
    return body;
  }

  get #place(): DeliveryPlace<Delivery> {
    return {
      space: this,
      http: this.http,
      delivery: (view, message, terms) => new Delivery(this, view, attributed(this, message), terms),
    };
  }
}

/**
 * The artifacts of a space.
 * @see docs/sdk.md#artifacts
 */
export class Artifacts extends ArtifactsCalls<Artifact> {}

/**
 * A shared Markdown artifact of a space, as it was when it was last read (`view`).
 * @see docs/sdk.md#artifacts
 */
export class Artifact extends ArtifactCalls<Proposal> {
  /** The space of the artifact, whose key its calls use. */
  declare readonly space: Space;
  /** The comments on its passages. */
  readonly comments: Comments = new Comments(this);
  /** @internal */
  protected readonly proposed = (view: Proposal['view']): Proposal => new Proposal(this, view);
}

/**
 * A change of an artifact that somebody proposes, as it was when it was last read (`view`).
 * @see docs/sdk.md#proposals
 */
export class Proposal extends ProposalCalls {
  declare readonly artifact: Artifact;
}

/**
 * The tasks of a space: work that one participant at a time claims, and that somebody else verifies.
 * @see docs/sdk.md#tasks
 */
export class Tasks extends TasksCalls<Task> {}

/**
 * Work that one participant at a time claims, as it was when it was last read (`view`).
 * @see docs/sdk.md#tasks
 */
export class Task extends TaskCalls {
  declare readonly space: Space;
}

/**
 * The decisions of a space.
 * @see docs/sdk.md#decisions
 */
export class Decisions extends DecisionsCalls<Decision> {}

/**
 * A question that ends in an answer, as it was when it was last read (`view`).
 * @see docs/sdk.md#decisions
 */
export class Decision<Id extends string = string> extends DecisionCalls<Id> {
  declare readonly space: Space;
}

/**
 * A delivery that you claimed, and its message. Its lease is renewed until you settle or release it.
 * @see docs/sdk.md#deliveries
 */
export class Delivery extends DeliveryCalls {
  declare readonly space: Space;
}

/** Works on one delivery. If it neither settles nor releases the delivery, its end acknowledges it. */
export type DeliveryHandler = (delivery: Delivery) => unknown;

/**
 * How to work on deliveries.
 * @see docs/sdk.md#deliveries
 */
export interface WorkOptions extends WorkTerms<Delivery> {}
