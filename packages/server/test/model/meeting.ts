import type { OperationName } from './steps.ts';

/** A model of the specification of a space: lists and tables, without time and database. */

export type Status = 'waitingForApproval' | 'active' | 'muted' | 'left' | 'kicked';

export interface Person {
  id: string;
  name: string;
  role: string;
  isHuman: boolean;
  isOwner: boolean;
  status: Status;
  /** The others learn of a person who needed approval at the first use of its key. */
  known: boolean;
  /** The key, once it is handed out. */
  key?: string;
  invitation?: Invitation;
  /** Whose messages it accepts, if it said so. */
  inbound?: Inbound;
}

export interface Invitation extends Terms {
  id: string;
  key: string;
  uses: number;
  isRevoked: boolean;
}

export interface Terms {
  maxUses?: number;
  role?: string;
}

/** Some invitations have a limit of uses, some set a role, some neither. */
export function termsFrom(text: string): Terms {
  const { length } = text;
  if (length % 3 === 0) return { maxUses: 1 + (length % 2) };
  return length % 3 === 1 ? { role: text } : {};
}

/** Names decide who can join from then on. */
export const privacyFrom = (text: string): 'public' | 'private' => (text.length % 2 ? 'public' : 'private');

export interface Inbound {
  accept: 'all' | 'humans' | string[];
  others: 'hold' | 'refuse';
}

/** No guest is a verified human. */
export function inboundFrom({ length }: string): Inbound {
  const accept = (['all', 'humans', []] as const)[length % 3]!;
  return { accept: typeof accept === 'string' ? accept : [], others: length % 2 === 0 ? 'hold' : 'refuse' };
}

export const isWithRevocation = (text: string): boolean => text.length % 2 === 0;

export function stateOf({ isRevoked, maxUses, uses }: Invitation): 'active' | 'usedUp' | 'revoked' {
  if (isRevoked) return 'revoked';
  return uses === maxUses ? 'usedUp' : 'active';
}

export interface Document {
  id: string;
  name: string;
  content: string;
  version: number;
  createdBy: string;
  updatedBy: string;
  holder?: Person | undefined;
}

export interface Said {
  id: string;
  sender: Person;
  content: string;
  /** Whom it is directed to, and what it replies to. */
  fields?: Answer | undefined;
  sequence: number;
  /** The first value from the server, which must never change. */
  timestamp?: string;
}

/** A delivery to the owner, who never leaves. */
export interface Delivery {
  id: string;
  message: Said;
  state: 'held' | 'queued' | 'claimed' | 'done';
  outcome?: 'replied' | 'declined' | 'refused' | 'failed' | 'expired' | 'withdrawn';
  note?: string;
  attempt: number;
  /** After which event it was last claimed. */
  claimedAt?: number;
}

/** An event and its audience: everyone, only the owner, everyone except the owner, or the owner and one person. */
export interface Happened {
  sequence: number;
  event: string;
  audience: 'all' | 'owner' | 'guests' | Person;
  data: object;
}

export type Key =
  | { kind: 'nobody' }
  | { kind: 'unknown'; secret: string }
  | { kind: 'person'; person: Person; secret: string }
  | { kind: 'invitation'; invitation: Invitation; secret: string };

export type Answer = Record<string, unknown>;

/** The expected answer to a request, and its effect. */
export interface Foreseen {
  status: number;
  /** The code, if the specification or the decisions define it. */
  code?: string | undefined;
  lockedBy?: string | undefined;
  /** Fields that the answer must have. */
  fields?: Answer | undefined;
  happens?: (answer: Answer) => void;
}

type Role = 'owner' | 'guest' | 'invited';
const members: readonly Role[] = ['owner', 'guest'];
const everyone: readonly Role[] = ['owner', 'guest', 'invited'];
const ownerOnly: readonly Role[] = ['owner'];

/** Who can call it, and whether its table row lists 409. */
const doors: Record<OperationName, readonly [readonly Role[], boolean]> = {
  getSpace: [everyone, false],
  updateSpace: [ownerOnly, true],
  pauseSpace: [ownerOnly, true],
  resumeSpace: [ownerOnly, true],
  closeSpace: [ownerOnly, true],
  createInvitation: [ownerOnly, true],
  listInvitations: [ownerOnly, false],
  revokeInvitation: [ownerOnly, true],
  joinSpace: [['invited'], true],
  getJoinStatus: [['invited'], false],
  approveParticipant: [ownerOnly, true],
  kickParticipant: [ownerOnly, true],
  muteParticipant: [ownerOnly, true],
  unmuteParticipant: [ownerOnly, true],
  leaveSpace: [['guest'], true],
  sendMessage: [members, true],
  directMessage: [members, true],
  replyMessage: [members, true],
  claimDelivery: [members, true],
  settleDelivery: [members, true],
  releaseDelivery: [members, true],
  withdrawDelivery: [members, true],
  acceptDelivery: [members, true],
  putInbound: [members, true],
  listMessages: [members, false],
  createArtifact: [members, true],
  listArtifacts: [members, false],
  getArtifact: [members, false],
  writeArtifact: [members, false],
  lockArtifact: [members, false],
  heartbeatArtifactLock: [members, false],
  unlockArtifact: [members, false],
};

export class Meeting {
  open = true;
  /** The reason of the pause. */
  paused: string | undefined;
  readonly id: string;
  privacy: 'public' | 'private';
  readonly owner: Person;
  readonly people: Person[];
  readonly invitations: Invitation[] = [];
  readonly documents: Document[] = [];
  readonly messages: Said[] = [];
  readonly deliveries: Delivery[] = [];
  readonly events: Happened[] = [];
  name = 'a meeting';
  description = 'as the model sees it';

  constructor(id: string, privacy: 'public' | 'private', ownerId: string, ownerKey: string) {
    this.id = id;
    this.privacy = privacy;
    this.owner = {
      id: ownerId,
      name: 'Owner',
      role: 'owner',
      isHuman: false,
      isOwner: true,
      status: 'active',
      known: true,
      key: ownerKey,
    };
    this.people = [this.owner];
  }

  /** The refusal of a key, or undefined if it is admitted; then its holder is revealed. */
  refusal(operation: OperationName, key: Key): Foreseen | undefined {
    const [roles, conflicts] = doors[operation];
    if (key.kind === 'nobody' || key.kind === 'unknown') return { status: 401 };
    if (key.kind === 'person' && isGone(key.person)) return { status: 401 };
    // The rules for joining and for polling the result check the invitation themselves.
    if (key.kind === 'invitation' && !roles.every((role) => role === 'invited') && stateOf(key.invitation) !== 'active')
      return { status: 401 };
    if (!this.open) return conflicts ? { status: 409, code: 'space_closed' } : { status: 401 };
    const role = key.kind === 'invitation' ? 'invited' : key.person.isOwner ? 'owner' : 'guest';
    if (!roles.includes(role)) return { status: 401 };
    if (key.kind === 'person' && !key.person.known) {
      key.person.known = true;
      this.tellStatus(key.person, 'waitingForApproval', key.person.id, 'guests');
    }
    return undefined;
  }

  tell(event: string, data: object, audience: Happened['audience'] = 'all'): number {
    const sequence = this.events.length + 1;
    this.events.push({ sequence, event, audience, data: { ...data, sequence } });
    return sequence;
  }

  tellStatus(
    person: Person,
    previousStatus: Status | undefined,
    actorId: string,
    audience: Happened['audience'] = person.known ? 'all' : 'owner',
  ): void {
    this.tell('participant-status', { participant: viewOf(person), status: person.status, previousStatus, actorId }, audience);
  }

  tellDelivery(delivery: Delivery): void {
    this.tell('delivery', deliveryView(delivery, this.owner), delivery.message.sender);
  }

  tellDocument(action: string, document: Document, actorId: string): void {
    this.tell('artifact', { action, artifact: summaryOf(document), actorId });
  }

  visible(person: Person): Happened[] {
    return this.events.filter(({ audience }) => {
      if (typeof audience === 'object') return person.isOwner || audience === person;
      return audience === 'all' || (audience === 'owner') === person.isOwner;
    });
  }

  /** The context bundle for a viewer; undefined is the holder of an invitation. */
  context(viewer: Person | undefined): Answer {
    if (!viewer && this.privacy === 'private') return { participants: [], artifacts: [] };
    return {
      participants: this.people.filter(({ known }) => known || viewer?.isOwner).map(viewOf),
      artifacts: this.documents.map(summaryOf),
      paused: this.paused === undefined ? undefined : { by: this.owner.id, reason: this.paused },
    };
  }
}

export const isGone = ({ status }: Person): boolean => status === 'left' || status === 'kicked';

const viewOf = ({ id, name, role, isHuman, isOwner, status }: Person): Answer => ({
  participantId: id,
  name,
  role,
  isHuman,
  isOwner,
  status,
});

export const deliveryView = ({ id, message, state, outcome, note, attempt }: Delivery, owner: Person): Answer => ({
  deliveryId: id,
  messageId: message.id,
  senderId: message.sender.id,
  participantId: owner.id,
  state,
  outcome,
  note,
  attempt,
});

const summaryOf = ({ id, name, version, holder }: Document): Answer => ({ id, name, version, lockedBy: holder?.id });

export const documentView = (document: Document, spaceId: string): Answer => ({
  ...summaryOf(document),
  spaceId,
  type: 'markdown',
  content: document.content,
  createdBy: document.createdBy,
  updatedBy: document.updatedBy,
});
