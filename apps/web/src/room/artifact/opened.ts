import { NotFoundError, type Artifact, type ArtifactView } from '@parley/sdk';
import { computed, effect, signal } from '@preact/signals';
import { artifactsOf } from './artifacts-of.ts';
import type { Room } from '../../space/room.ts';
import { hash } from '../shown.ts';

const saidForMs = 8_000;

/** An artifact that is open, read again whenever the room knows something newer of it. */
export class Opened {
  readonly artifactId: string;
  readonly artifact = signal<Artifact | undefined>(undefined);
  readonly view = signal<ArtifactView | undefined>(undefined);
  readonly refusal = signal('');
  readonly isGone = signal(false);
  /** What this participant has just done, as long as the view is open that it led to. */
  readonly said = computed(() => (this.#said.value.at === hash.value ? this.#said.value.text : ''));
  readonly #said = signal({ text: '', at: '' });
  /** Who holds the lock, and until when. */
  readonly holder = computed(() => {
    const { lockedBy } = this.summary.value ?? this.view.value ?? {};
    return lockedBy;
  });
  readonly summary = computed(() => this.room.artifacts.value.find(({ id }) => id === this.artifactId));
  /** Whether this participant may decide about proposals. */
  readonly decides = computed(() => {
    const { me, isOwner } = this.room;
    return isOwner.value || this.view.value?.createdBy === me || this.holder.value === me;
  });
  /** Changes whenever a proposal for it does. */
  readonly proposalsChanged = computed(() => {
    const { data } = this.room.latest('proposal').value ?? {};
    if (data?.artifactId === this.artifactId) this.#proposed = data.sequence;
    return this.#proposed;
  });
  readonly room: Room;
  #proposed = 0;
  #saying: ReturnType<typeof setTimeout> | undefined;

  constructor(room: Room, artifactId: string) {
    this.room = room;
    this.artifactId = artifactId;
  }

  /** Keeps it up to date, until the returned function is called. */
  follow(): () => void {
    let wasListed = false;
    return effect(() => {
      const summary = this.summary.value;
      const seen = this.view.peek();
      if (!summary) {
        // Until the room knows of it, because it is new or the room is still connecting, only the service can tell.
        if (wasListed) this.isGone.value = true;
        else if (!seen) void this.read();
        return;
      }
      wasListed = true;
      const { version, name, lockedBy } = summary;
      const isNews = !seen || version > seen.version || name !== seen.name || lockedBy !== seen.lockedBy;
      if (isNews || this.isGone.peek()) void this.read();
    });
  }

  async read(): Promise<void> {
    try {
      const artifact = this.artifact.peek();
      if (artifact) await artifact.refresh();
      else this.artifact.value = await artifactsOf(this.room).get(this.artifactId);
      this.show();
      this.refusal.value = '';
      this.isGone.value = false;
    } catch (error) {
      if (error instanceof NotFoundError) this.isGone.value = true;
      else this.refusal.value = (error as Error).message;
    }
  }

  say(text: string): void {
    this.#said.value = { text, at: hash.peek() };
    clearTimeout(this.#saying);
    this.#saying = setTimeout(() => (this.#said.value = { text: '', at: '' }), saidForMs);
  }

  /** Shows what a call has returned, before its event arrives. */
  show(): void {
    this.view.value = this.artifact.value?.view;
  }
}
