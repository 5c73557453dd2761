import { answerOf, mapped, type Answer } from '../../answer.ts';
import { assertArguments, assertOptions, callOptions } from '../../arguments.ts';
import type { SpaceCalls } from '../../calls.ts';
import { Lease } from '../../lease.ts';
import type { CallOptions, RedactOptions } from '../../options.ts';
import type { Evidence, TaskView } from './types.ts';
import type { TaskState, TaskWithText } from '../../types.ts';

/**
 * How to claim a task.
 * @see docs/sdk.md#tasks
 */
export interface ClaimOptions extends CallOptions {
  /** The duration of the lease in seconds, 10 to 3,600; default 300. After a crash of this process, the task is open again when it expires. */
  leaseSeconds?: number | undefined;
}

/** What was read of a task: `getTask` and `claimTask` say more than the other operations. */
type SeenTask = TaskView & Partial<TaskWithText>;

/** The methods of a task. */
export class TaskCalls {
  readonly space: SpaceCalls;
  /** The state that was last read. */
  view: SeenTask;
  #lease: Lease;
  #leaseId: string | undefined;

  /** @internal */
  constructor(space: SpaceCalls, view: SeenTask) {
    this.space = space;
    this.view = view;
    this.#lease = this.#held(undefined);
  }

  get id(): string {
    return this.view.taskId;
  }

  get state(): TaskState {
    return this.view.state;
  }

  /** What to do in detail; undefined if it has no text, or only the list was read. */
  get text(): string | undefined {
    return this.view.text;
  }

  /** Aborted when the lease of your last claim is lost, with a {@link LeaseLostError}: somebody else can claim the task now, so stop the work. */
  get signal(): AbortSignal {
    return this.#lease.signal;
  }

  /** Whether you claimed it through this object, and have neither submitted nor released it, nor lost its lease. */
  get isHeld(): boolean {
    return this.#lease.isHeld;
  }

  /** Reads the task with its text. */
  read(options?: CallOptions): Answer<TaskWithText> {
    return this.#viewed(this.space.call('getTask', this.#path, options));
  }

  /**
   * Claims the task, to work on it. Its lease is renewed until you submit or release the task.
   * @throws {TaskClaimedError} when somebody works on it or has submitted it: `claimedBy` says who.
   * @throws {ConflictError} when you work on as many tasks as the space permits (`limit_reached`), or the task has ended (`task_ended`).
   * @throws {ForbiddenError} when you are muted.
   */
  claim(options: ClaimOptions = {}): Answer<TaskWithText> {
    return this.#take(options, (leaseSeconds, rest) => this.space.call('claimTask', { ...this.#path, leaseSeconds }, rest));
  }

  /**
   * Continues with a task that is yours: after a restart of this process, or because it was returned to you. Its lease is renewed again.
   * @throws {LeaseLostError} when you do not hold it: claim it.
   * @throws {TaskClaimedError} when somebody else works on it.
   */
  resume(options: ClaimOptions = {}): Answer<TaskView> {
    return this.#take(options, (leaseSeconds, rest) => this.space.call('renewTask', { ...this.#path, leaseSeconds }, rest));
  }

  /**
   * Submits the task. Who verifies it gets a message. Retries until the lease is lost.
   * @throws {LeaseLostError} when the lease was lost.
   * @throws {InvalidRequestError} when the version or the message does not exist.
   * @throws {ForbiddenError} when you are muted.
   */
  submit(evidence: Evidence, options: CallOptions = {}): Answer<TaskView> {
    const submitting = async () => {
      assertArguments({ evidence: 'object' }, { evidence });
      return this.#ended(options, (call) => this.space.call('submitTask', { ...this.#mine, evidence }, call)).withResponse();
    };
    return answerOf(submitting());
  }

  /**
   * Releases the task, so that others can claim it. Retries until the lease is lost.
   * @throws {LeaseLostError} when the lease was lost.
   */
  release(options: CallOptions = {}): Answer<TaskView> {
    return this.#ended(options, (call) => this.space.call('releaseTask', this.#mine, call));
  }

  /**
   * Verifies the submission that was last read, which ends the task. Only for who created the task and the owner of the space, never for who
   * submitted it.
   * @throws {ForbiddenError} with `code` `own_work` when you submitted it.
   * @throws {ConflictError} when it is not submitted, or was submitted again since (`task_conflict`), or has ended (`task_ended`).
   * @throws {ForbiddenError} when you may not decide.
   * @throws {TypeError} when it was not submitted when it was last read.
   */
  verify(options?: CallOptions): Answer<TaskView> {
    const verifying = async () => {
      const revision = this.#read();
      return this.#viewed(this.space.call('verifyTask', { ...this.#path, revision }, options)).withResponse();
    };
    return answerOf(verifying());
  }

  /**
   * Returns the submission that was last read to who submitted it, with a note that says what is missing. Only for those who may verify it.
   * @throws {ForbiddenError} with `code` `own_work` when you submitted it.
   * @throws {ConflictError} when it is not submitted, or was submitted again since (`task_conflict`), or has ended (`task_ended`).
   * @throws {ForbiddenError} when you may not decide.
   */
  return(note: string, options?: CallOptions): Answer<TaskView> {
    const returning = async () => {
      assertArguments({ note: 'string' }, { note });
      const revision = this.#read();
      return this.#viewed(this.space.call('returnTask', { ...this.#path, note, revision }, options)).withResponse();
    };
    return answerOf(returning());
  }

  /**
   * Cancels the task, which ends it. Only for who created it and the owner of the space.
   * @throws {ConflictError} when it has ended (`task_ended`).
   * @throws {ForbiddenError} when you may not cancel it.
   */
  cancel(options?: CallOptions): Answer<TaskView> {
    return this.#viewed(this.space.call('cancelTask', this.#path, options));
  }

  /**
   * Erases the title, the text and the notes of the task, and the messages about it, for everyone and for good. It does not end the task. Only
   * for who created it and the owner.
   * @throws {ForbiddenError} when you may not erase them.
   */
  redact({ reason, ...options }: RedactOptions = {}): Answer<TaskView> {
    return this.#viewed(this.space.call('redactTask', { ...this.#path, reason }, options));
  }

  /** As the service sends it. */
  toJSON(): SeenTask {
    return this.view;
  }

  /** The submission that was last read. */
  #read(): number {
    const { revision } = this.view;
    if (revision === 0) throw new TypeError('The task was not submitted when it was last read: call read() first');
    return revision;
  }

  get #path() {
    return { taskId: this.id };
  }

  get #mine() {
    return { ...this.#path, leaseId: this.#leaseId };
  }

  #take<View extends SeenTask>(
    { leaseSeconds = 300, ...options }: ClaimOptions,
    call: (leaseSeconds: number, options: CallOptions) => Answer<View>,
  ): Answer<View> {
    const taking = async () => {
      assertOptions({ ...callOptions, leaseSeconds: 'integer?' }, { ...options, leaseSeconds });
      const since = Date.now();
      const exchange = await this.#viewed(call(leaseSeconds, options)).withResponse();
      this.#lease.drop();
      this.#leaseId = exchange.data.leaseId;
      this.#lease = this.#held({ leaseSeconds, since });
      return exchange;
    };
    return answerOf(taking());
  }

  #held(terms: ConstructorParameters<typeof Lease>[1]): Lease {
    return new Lease('task', terms, (leaseSeconds, call) =>
      this.#viewed(this.space.call('renewTask', { ...this.#mine, leaseSeconds }, call)),
    );
  }

  #ended(options: CallOptions, call: (options: CallOptions) => Answer<TaskView>): Answer<TaskView> {
    return this.#viewed(this.#lease.end(options, call));
  }

  #viewed<View extends SeenTask>(answer: Answer<View>): Answer<View> {
    return mapped(answer, (view) => {
      // Other operations do not send the text, which never changes unless it is erased.
      const { text } = this.view;
      this.view = text === undefined || view.redacted ? view : { text, ...view };
      return view;
    });
  }
}
