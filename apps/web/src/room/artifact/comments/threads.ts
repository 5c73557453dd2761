import type { Comment, Comments } from '@parley/sdk';
import { computed, effect, signal } from '@preact/signals';
import type { Opened } from '../opened.ts';

/** What somebody commented on, and the replies, oldest first. */
export interface Thread {
  readonly first: Comment;
  readonly replies: readonly Comment[];
}

const pageSize = 100;
/** As many as can be open. */
const mostPages = 5;

/** The comments on an artifact that is open, read again whenever there are others, or another version. */
export class Threads {
  readonly all = signal<readonly Thread[]>([]);
  readonly refusal = signal('');
  /** Whether resolved ones are shown too. */
  readonly withResolved = signal(false);
  readonly open = computed(() => this.all.value.filter(({ first }) => first.state === 'open').length);
  readonly opened: Opened;
  #reading = 0;

  constructor(opened: Opened) {
    this.opened = opened;
  }

  get calls(): Comments | undefined {
    return this.opened.artifact.value?.comments;
  }

  /** Keeps them up to date, until the returned function is called. */
  follow(): () => void {
    const { room, artifactId } = this.opened;
    let sequence = 0;
    const changed = computed(() => {
      const { data } = room.latest('comment').value ?? {};
      if (data?.artifactId === artifactId) sequence = data.sequence;
      const { data: erased } = room.latest('text-redacted').value ?? {};
      if (erased?.commentId !== undefined) sequence = Math.max(sequence, erased.sequence);
      return sequence;
    });
    return effect(() => {
      void changed.value;
      if (this.opened.view.value) void this.read(this.withResolved.value);
    });
  }

  has(commentId: string): boolean {
    return this.all.value.some(({ first, replies }) => [first, ...replies].some((each) => each.commentId === commentId));
  }

  /** Shows resolved comments too if one is looked for that is not open. */
  async seek(commentId: string): Promise<void> {
    if (!this.has(commentId)) await this.read();
    if (!this.has(commentId)) this.withResolved.value = true;
  }

  async read(withResolved = this.withResolved.peek()): Promise<void> {
    this.#reading += 1;
    const reading = this.#reading;
    try {
      const found: Comment[] = [];
      for (let page = 0, before: number | undefined; page < mostPages; page += 1, before = found.at(-1)?.sequence) {
        const comments = await this.calls!.list({ state: withResolved ? 'all' : 'open', before, limit: pageSize });
        found.push(...comments);
        if (comments.length < pageSize) break;
      }
      if (reading !== this.#reading) return;
      this.all.value = inThreads(found);
      this.refusal.value = '';
    } catch (error) {
      if (reading === this.#reading) this.refusal.value = (error as Error).message;
    }
  }
}

/** In the order of their passages; those whose passage is gone are last. */
function inThreads(newestFirst: readonly Comment[]): Thread[] {
  const oldestFirst = newestFirst.toReversed();
  const placeOf = ({ anchor }: Comment) => [anchor?.line ?? Infinity, anchor?.column ?? 0] as const;
  return oldestFirst
    .filter(({ replyTo }) => replyTo === undefined)
    .map((first) => ({ first, replies: oldestFirst.filter(({ replyTo }) => replyTo === first.commentId) }))
    .toSorted((a, b) => {
      const [[line, column], [otherLine, otherColumn]] = [placeOf(a.first), placeOf(b.first)];
      return line === otherLine ? column - otherColumn : line - otherLine;
    });
}
