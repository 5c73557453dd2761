import type { MessageView, SearchResult, SpaceEvent, SpaceView } from '@parley/sdk';
import type { CompactSpace } from '@parley/sdk/compact';
import type { ComponentType, VNode } from 'preact';
import type { Note, Room } from '../space/room.ts';
import type { LinkTarget } from '../text/link-targets.ts';

/** A place beside the conversation, and what to call it. */
export interface Offer {
  label: string;
  hash: string;
}

/** What resources offer to do with a version of an artifact. */
export type OffersFor = (artifactId: string, version: number) => readonly Offer[];

/** Where what a search has found of a kind is shown. */
export interface FoundPlace {
  kind: SearchResult['kind'];
  hashOf(result: SearchResult): string;
}

interface PanelProps {
  room: Room;
  hash: string;
  offersFor: OffersFor;
  places: readonly FoundPlace[];
  outcomes: readonly Outcomes[];
}

/** What can be open beside the conversation. */
export interface Panel {
  label: string;
  /** Whether a hash of the address names it. */
  includes(hash: string): boolean;
  Panel: ComponentType<PanelProps>;
}

/** A part of the sidebar. */
export interface Section {
  Section: ComponentType<{ room: Room }>;
  /** Keeps it up to date also while it is not shown, until the returned function is called. */
  follow?(room: Room): () => void;
}

/** What a message is about. */
export interface About extends Offer {
  /** Deciding there is the answer to the message. */
  isDecision: boolean;
}

export interface CardProps {
  message: MessageView;
  space: CompactSpace;
  /** The room in which it is shown, which hears of changes. */
  room?: Room | undefined;
  /** It does not wait for the reader any more. */
  onAnswered?: (() => void) | undefined;
}

/** What is shown in the place of a message, with all that can be answered to it. */
interface MessageCard {
  isOf(message: MessageView): boolean;
  Card: ComponentType<CardProps>;
}

/** What is known of a space when one looks for what waits there. */
export type Seen = Pick<SpaceView, 'participants' | 'artifacts'>;

/** Something else than a message that waits in the inbox. */
export interface Waiting {
  readonly id: string;
  readonly title: string;
  /** Where it is answered in the room. */
  readonly hash: string;
  isAnnouncedBy(message: MessageView): boolean;
  show(): VNode;
}

/** What came of a meeting, as its summary lists it. */
export interface Outcome {
  /** Decided or done, written, or open. */
  readonly of: 'decided' | 'changed' | 'open';
  readonly title: string;
  readonly note: string;
  readonly hash: string;
}

/** What came of a resource, and the event after which that can be something else. */
export interface Outcomes {
  readonly after: SpaceEvent['type'];
  /** What it shows of the state of the room, which is known later than its event. */
  seen?(room: Room): string;
  load(): Promise<{ outcomesIn(room: Room): Promise<readonly Outcome[]> }>;
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
  card?: MessageCard;
  offerFor?(artifactId: string, version: number): Offer;
  /** Whether a message says what an event does. */
  isSaid?(event: SpaceEvent, room: Room): boolean;
  fold?: Fold;
  /** A button in the header of the room, with its keys. */
  tool?(): Promise<ComponentType>;
  outcomes?: Outcomes;
  found?: FoundPlace;
  /** What links in texts can lead to by its name. */
  targets?(room: Room): readonly LinkTarget[];
  /** The event after which other things of it can wait. */
  waitsAfter?: SpaceEvent['type'];
  inbox?(): Promise<{ waitingIn(space: CompactSpace, view: Seen): Promise<readonly Waiting[]> }>;
}
