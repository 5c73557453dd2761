import type { MessageView, SpaceEvent, SpaceView } from '@parley/sdk';
import type { CompactSpace } from '@parley/sdk/compact';
import type { ComponentType, VNode } from 'preact';
import type { Note, Room } from '../space/room.ts';

/** What can be open beside the conversation. */
export interface Panel {
  label: string;
  /** Whether a hash of the address names it. */
  includes(hash: string): boolean;
  Panel: ComponentType<{ room: Room; hash: string }>;
}

/** A part of the sidebar. */
export interface Section {
  Section: ComponentType<{ room: Room }>;
  /** Keeps it up to date also while it is not shown, until the returned function is called. */
  follow?(room: Room): () => void;
}

/** What a message is about. */
export interface About {
  label: string;
  hash: string;
  /** Deciding there is the answer to the message. */
  isDecision: boolean;
}

/** Something else than a message that waits in the inbox. */
export interface Waiting {
  readonly id: string;
  isAnnouncedBy(message: MessageView): boolean;
  show(): VNode;
}

/** Consecutive events that are one line of the conversation. */
export interface Fold {
  isStep(event: SpaceEvent): boolean;
  goesOn(event: SpaceEvent, next: SpaceEvent): boolean;
  piecesOf(run: readonly Note[]): Note['pieces'];
}

/** All that the other parts of a room read about a resource. What a room does not show at first is loaded later. */
export interface RoomResource {
  /** As it is called in the sidebar. */
  name: string;
  panel?: Panel;
  section?(): Promise<Section>;
  about?(message: MessageView): About | undefined;
  /** Whether a message says what an event does. */
  isSaid?(event: SpaceEvent, room: Room): boolean;
  fold?: Fold;
  inbox?(): Promise<{ waitingIn(space: CompactSpace, view: SpaceView): Promise<readonly Waiting[]> }>;
}
