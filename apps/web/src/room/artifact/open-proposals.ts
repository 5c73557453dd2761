import type { ProposalView } from '@parley/sdk';
import { effect, signal, type ReadonlySignal } from '@preact/signals';
import type { Room } from '../../space/room.ts';

type ByArtifact = ReadonlyMap<string, readonly ProposalView[]>;

/** A room can have more artifacts than a browser may ask about at once. */
const mostAsked = 50;
/** Past events of a room come in quick succession. */
const settleMs = 250;

/** The open proposals of a room: as the service lists them, and again after each change. */
class OpenProposals {
  readonly byArtifact = signal<ByArtifact>(new Map());
  readonly #room: Room;
  readonly #seen = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(room: Room) {
    this.#room = room;
    effect(() => {
      const isWorthAsking = room.artifacts.value.length > 0 && room.ended.value === undefined && room.proposalsChanged.value;
      clearTimeout(this.#timer);
      if (isWorthAsking) this.#timer = setTimeout(() => void this.#ask(), settleMs);
    });
  }

  async #ask(): Promise<void> {
    const { artifacts, proposalsChanged, space } = this.#room;
    const newestFirst = artifacts.value.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt)).slice(0, mostAsked);
    for (const { id: artifactId } of newestFirst) {
      const changed = proposalsChanged.value.get(artifactId) ?? 0;
      if (this.#seen.get(artifactId) === changed) continue;
      this.#seen.set(artifactId, changed);
      try {
        const { proposals } = await space.call('listProposals', { artifactId, limit: 100 });
        this.byArtifact.value = new Map(this.byArtifact.value).set(artifactId, proposals);
      } catch {
        // It is asked again after the next change.
        this.#seen.delete(artifactId);
      }
    }
  }
}

const ofRooms = new WeakMap<Room, OpenProposals>();

function openProposalsIn(room: Room): ReadonlySignal<ByArtifact> {
  const known = ofRooms.get(room) ?? new OpenProposals(room);
  ofRooms.set(room, known);
  return known.byArtifact;
}

export const useOpenProposals = (room: Room): ByArtifact => openProposalsIn(room).value;
