import { answerOf, mapped, type Answer } from '../../answer.ts';
import { assertArguments } from '../../arguments.ts';
import type { SpaceCalls } from '../../calls.ts';
import { idsOf, isId } from '../../naming.ts';
import { lookupOptions, type CallOptions } from '../../options.ts';
import { idByTitle, type PagePlace } from '../../titled.ts';
import type { TaskView } from './types.ts';

/**
 * What to do.
 * @see docs/sdk.md#tasks
 */
export interface NewTask {
  /** In one line, at most 200 characters. */
  title: string;
  /** Details, at most 20,000 characters. */
  text?: string | undefined;
  /** The artifact that it is about. */
  artifactId?: string | undefined;
  /** Who is meant: the ids or names of up to 10 participants. Each gets a delivery; others can claim the task too. */
  for?: string | readonly string[] | undefined;
}

/**
 * Which tasks to list.
 * @see docs/sdk.md#tasks
 */
export interface TasksOptions extends CallOptions {
  /** `open` (those that have not ended) by default; `all` includes verified and cancelled ones. */
  state?: 'open' | 'all' | undefined;
  /** Only tasks that you created or work on, and open ones that are meant for you. */
  mine?: boolean | undefined;
  /** Only older tasks than the one whose view has this `sequence`. */
  before?: number | undefined;
  /** How many tasks; default 50, at most 100. */
  limit?: number | undefined;
}

/** The methods of the tasks of a space, whatever object a task becomes. */
export class TasksCalls<Task> {
  readonly #space: SpaceCalls;
  readonly #over: (view: TaskView) => Task;

  /** @internal */
  constructor(space: SpaceCalls, over: (view: TaskView) => Task) {
    this.#space = space;
    this.#over = over;
  }

  /**
   * Creates a task.
   * @throws {InvalidRequestError} when a text is too long, or the artifact or somebody in `for` is not in the space.
   * @throws {ConflictError} when the space is closed, or 500 of its tasks have not ended.
   * @throws {ForbiddenError} when you are muted.
   * @throws {BudgetSpentError} when there is a `for`, and the agent budget is used up.
   */
  create({ for: meant, ...wish }: NewTask, options: CallOptions = {}): Answer<Task> {
    const creating = async () => {
      assertArguments({ title: 'string', text: 'string?', artifactId: 'id?', for: 'names?' }, { ...wish, for: meant });
      const look = () => this.#space.call('getSpace', {}, lookupOptions(options));
      const ids = meant === undefined ? undefined : await idsOf([meant].flat(), look);
      return mapped(this.#space.call('createTask', { ...wish, for: ids }, options), this.#over).withResponse();
    };
    return answerOf(creating());
  }

  /** The tasks that have not ended without their texts, newest first. */
  list({ state, mine, before, limit, ...options }: TasksOptions = {}): Answer<Task[]> {
    const listing = this.#space.call('listTasks', { state, mine, before, limit }, options);
    return mapped(listing, ({ tasks }) => tasks.map(this.#over));
  }

  /**
   * One task with its text.
   * @param idOrTitle - An id as events and messages have it, or the title or `#` and the number of one task. Those that have not ended
   * come first.
   * @throws {NotFoundError} when there is no such task.
   * @throws {ConflictError} with `code` `ambiguous_name` when several tasks have this title.
   */
  get(idOrTitle: string, options?: CallOptions): Answer<Task> {
    const reading = async () => {
      const taskId = isId(idOrTitle) ? idOrTitle : await this.#idOf(idOrTitle, options);
      return mapped(this.#space.call('getTask', { taskId }, options), this.#over).withResponse();
    };
    return answerOf(reading());
  }

  #idOf(title: string, options: CallOptions | undefined): Promise<string> {
    const page = async (place: PagePlace) => {
      const { tasks: each, hasMore } = await this.#space.call('listTasks', { ...place, limit: 100 }, lookupOptions(options));
      return { each, hasMore };
    };
    return idByTitle('task', title, page, ({ taskId }) => taskId);
  }
}
