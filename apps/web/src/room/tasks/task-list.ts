import { NotFoundError, type TaskView } from '@parley/sdk';
import { effect, signal } from '@preact/signals';
import { isPassing } from '../../space/refusal.ts';
import type { Room } from '../../space/room.ts';
import { claimsIn, keepClaims, leaseSeconds, standing, toRenew } from './claims.ts';

const pageSize = 100;
/** Many events in a row, such as those of a reconnection, are one load. */
const pauseMs = 300;
const renewalMs = 30_000;

/** The tasks of a room that have not ended, newest first, read again after every event of one. */
export class TaskList {
  readonly tasks = signal<readonly TaskView[] | undefined>(undefined);
  /** Why it could not be read. */
  readonly refusal = signal('');
  /** Why the last step was refused. */
  readonly said = signal('');
  readonly #room: Room;
  #loading: Promise<void> | undefined;
  #isOld = false;

  constructor(room: Room) {
    this.#room = room;
  }

  /** Keeps it up to date, and renews what was claimed in this browser, until the returned function is called. */
  follow(): () => void {
    const stop = effect(() => {
      const news = (['ready', 'task', 'text-redacted'] as const).map((type) => this.#room.latest(type).value);
      if (news.some(Boolean) && this.#room.ended.value === undefined) void this.load();
    });
    const timer = setInterval(() => void this.#renew(), renewalMs);
    return () => {
      stop();
      clearInterval(timer);
    };
  }

  /** Reads the list again. What is asked for while it is read is read afterwards. */
  load(): Promise<void> {
    this.#isOld = true;
    this.#loading ??= this.#load().finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  /** What a step has returned, before its event arrives. */
  learn(task: TaskView): void {
    const tasks = this.tasks.peek();
    const isOver = task.state === 'verified' || task.state === 'cancelled';
    const before = tasks?.find(({ taskId }) => taskId === task.taskId);
    const others = (tasks ?? []).filter((each) => each !== before);
    const placed = { ...(before?.sequence !== undefined && { sequence: before.sequence }), ...task };
    if (tasks) this.tasks.value = isOver ? others : inOrder([placed, ...others]);
    void this.load();
  }

  /** This browser has claimed a task. */
  keep({ taskId, attempt }: TaskView): void {
    keepClaims(this.#room.spaceId, { ...claimsIn(this.#room.spaceId), [taskId]: attempt });
  }

  async #load(): Promise<void> {
    while (this.#isOld) {
      this.#isOld = false;
      try {
        this.tasks.value = await this.#read();
        this.refusal.value = '';
        await this.#renew();
      } catch (error) {
        // A connection that comes back loads it again.
        if (!isPassing(error)) this.refusal.value = (error as Error).message;
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  async #read(): Promise<TaskView[]> {
    const all: TaskView[] = [];
    for (;;) {
      const { tasks } = await this.#room.space.call('listTasks', { limit: pageSize, before: all.at(-1)?.sequence });
      all.push(...tasks);
      if (tasks.length < pageSize) return all;
    }
  }

  async #renew(): Promise<void> {
    const { space, spaceId, me, isReader } = this.#room;
    const [tasks, claims] = [this.tasks.peek(), claimsIn(spaceId)];
    // An older list does not know the last claim.
    if (this.#isOld) return;
    if (!tasks || Object.keys(claims).length === 0 || isReader.peek() || this.#room.ended.peek() !== undefined) return;
    keepClaims(spaceId, standing(claims, tasks, me));
    for (const { taskId } of toRenew(claims, tasks, me, Date.now())) {
      try {
        const renewed = await space.call('renewTask', { taskId, leaseSeconds });
        this.tasks.value = this.tasks.peek()!.map((each) => (each.taskId === taskId ? { ...each, ...renewed } : each));
      } catch {
        // If the lease was lost, an event says so; otherwise it is tried again.
      }
    }
  }
}

const inOrder = (tasks: readonly TaskView[]): TaskView[] =>
  tasks.toSorted((a, b) => (b.sequence ?? Infinity) - (a.sequence ?? Infinity));

const known = new WeakMap<Room, TaskList>();

/** The tasks of a room: always the same list. */
export function taskListOf(room: Room): TaskList {
  let list = known.get(room);
  if (!list) known.set(room, (list = new TaskList(room)));
  return list;
}

/** A task with its text, also one that has ended; undefined if there is none. */
export const readTask = (room: Room, taskId: string) =>
  room.space.call('getTask', { taskId }).then(
    (task) => task,
    (error: unknown) => {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    },
  );
