import {
  deliveryView,
  documentView,
  inboundFrom,
  isGone,
  isWithRevocation,
  privacyFrom,
  stateOf,
  termsFrom,
  type Answer,
  type Delivery,
  type Document,
  type Foreseen,
  type Invitation,
  type Key,
  type Meeting,
  type Person,
  type Said,
  type Status,
} from './meeting.ts';
import type { OperationName } from './steps.ts';

/** A request in the model: the key, the id in the path, the text in the body. */
export interface Ask {
  operation: OperationName;
  key: Key;
  target: string;
  text: string;
  /** For listMessages: only the messages after this many. */
  skip: number;
}

type Rule = (meeting: Meeting, ask: Ask) => Foreseen;

const done: Answer = { ok: true };
const missing: Foreseen = { status: 404 };
const silenced: Foreseen = { status: 403, code: 'muted' };
const conflict: Foreseen = { status: 409 };

const caller = ({ key }: Ask): Person => (key as { person: Person }).person;
const shown = ({ key }: Ask): Invitation => (key as { invitation: Invitation }).invitation;
/** The refusal of an invitation that no longer works. */
const spent = (invitation: Invitation): Foreseen => ({
  status: 401,
  code: stateOf(invitation) === 'revoked' ? 'invitation_revoked' : 'invitation_used_up',
});

/** A transition in the participant table of the specification. */
function become(status: Status, from: readonly Status[], find: (meeting: Meeting, ask: Ask) => Person | undefined): Rule {
  return (meeting, ask) => {
    const person = find(meeting, ask);
    if (!person) return missing;
    if (person.isOwner || !from.includes(person.status)) return conflict;
    return {
      status: 200,
      fields: done,
      happens: () => {
        const before = person.status;
        person.status = status;
        meeting.tellStatus(person, before, caller(ask).id);
        if (status === 'active') return;
        for (const document of meeting.documents.filter(({ holder }) => holder === person)) {
          document.holder = undefined;
          meeting.tellDocument('unlocked', document, caller(ask).id);
        }
        if (!isGone(person)) return;
        for (const delivery of meeting.deliveries) {
          if (delivery.message.sender === person && delivery.state !== 'done') end(meeting, delivery, { outcome: 'expired' });
        }
      },
    };
  };
}

const moderate = (status: Status, ...from: Status[]): Rule =>
  become(status, from, (meeting, { target }) => meeting.people.find(({ id }) => id === target));

/** Finds the artifact, and refuses muted participants, who can only read. */
function onDocument(rule: (meeting: Meeting, document: Document, person: Person, ask: Ask) => Foreseen): Rule {
  return (meeting, ask) => {
    const document = meeting.documents.find(({ id }) => id === ask.target);
    if (!document) return missing;
    return caller(ask).status === 'muted' ? silenced : rule(meeting, document, caller(ask), ask);
  };
}

/** Sends a message with more fields; undefined if they are refused. */
function say(
  more: (meeting: Meeting, ask: Ask) => { fields?: Answer; follows?: (message: Said, answer: Answer) => void } | undefined,
): Rule {
  return (meeting, ask) => {
    const sender = caller(ask);
    if (sender.status === 'muted') return silenced;
    const allowed = more(meeting, ask);
    if (!allowed) return { status: 400 };
    const { fields, follows } = allowed;
    return {
      status: 200,
      fields: meeting.context(sender),
      happens(answer) {
        const message: Said = { id: String(answer['messageId']), sender, content: ask.text, fields, sequence: 0 };
        message.sequence = meeting.tell('message', messageView(message));
        meeting.messages.push(message);
        follows?.(message, answer);
      },
    };
  };
}

/** Without the name of its sender, which depends on the names of the others. */
const messageView = ({ id, sender, content, fields }: Said): Answer => ({
  id,
  senderId: sender.id,
  isOwner: sender.isOwner,
  content,
  type: 'text',
  ...fields,
});

/** Finds the delivery, which is the owner's, and requires that it is in one of these states. */
function onDelivery(
  states: readonly Delivery['state'][],
  rule: (meeting: Meeting, delivery: Delivery, ask: Ask) => Foreseen,
): Rule {
  return (meeting, ask) => {
    const delivery = meeting.deliveries.find(({ id }) => id === ask.target);
    if (!delivery || !caller(ask).isOwner) return missing;
    return states.includes(delivery.state) ? rule(meeting, delivery, ask) : { status: 409, code: 'lease_lost' };
  };
}

const end = (meeting: Meeting, delivery: Delivery, result: Pick<Delivery, 'outcome' | 'note'>): void =>
  meeting.tellDelivery(Object.assign(delivery, { ...result, state: 'done' }));

/** The oldest queued delivery of the sender whose turn it is; who was never served counts from its oldest message. */
function nextInTurn({ deliveries }: Meeting): Delivery | undefined {
  const oldest = new Map<Person, Delivery>();
  for (const each of deliveries) {
    const { sender } = each.message;
    if (each.state === 'queued' && !oldest.has(sender)) oldest.set(sender, each);
  }
  const waitsSince = ({ message }: Delivery): number =>
    Math.max(...deliveries.map((each) => (each.message.sender === message.sender ? (each.claimedAt ?? 0) : 0))) ||
    message.sequence;
  return [...oldest.values()].toSorted((a, b) => waitsSince(a) - waitsSince(b))[0];
}

/** What becomes of a new delivery of a guest to the owner. */
function arrivalIn({ owner: { inbound } }: Meeting): Pick<Delivery, 'state' | 'outcome'> {
  if (!inbound || inbound.accept === 'all') return { state: 'queued' };
  return inbound.others === 'hold' ? { state: 'held' } : { state: 'done', outcome: 'refused' };
}

const held = ({ holder }: Document): Foreseen => ({ status: 423, code: holder && 'locked', lockedBy: holder?.id });

const begins: readonly OperationName[] = ['claimDelivery'];
const writes: readonly OperationName[] = [
  'sendMessage',
  'directMessage',
  'replyMessage',
  'withdrawDelivery',
  'acceptDelivery',
  'putInbound',
  'createArtifact',
  'writeArtifact',
  'lockArtifact',
];

/** The answer to a request by who may make it, but while the space is paused only what is missing, or that its sender is muted, is said before that. */
export function foresee(meeting: Meeting, ask: Ask): Foreseen {
  const { operation, key } = ask;
  const found = rules[operation](meeting, ask);
  const isGuest = key.kind === 'person' && !key.person.isOwner;
  const isHeld = meeting.paused !== undefined && (begins.includes(operation) || (isGuest && writes.includes(operation)));
  return isHeld && found.status !== 404 && found.code !== 'muted' ? { status: 409, code: 'paused' } : found;
}

const rules: Record<OperationName, Rule> = {
  getSpace: (meeting, { key }) => ({
    status: 200,
    fields: {
      spaceId: meeting.id,
      name: meeting.name,
      description: meeting.description,
      privacy: meeting.privacy,
      state: 'open',
      ...meeting.context(key.kind === 'person' ? key.person : undefined),
    },
  }),

  updateSpace: (meeting, { text }) => ({
    status: 200,
    fields: done,
    happens: () => {
      meeting.name = text;
      meeting.privacy = privacyFrom(text);
    },
  }),

  pauseSpace: (meeting, { text }) => ({
    status: 200,
    fields: done,
    happens: () => {
      if (meeting.paused !== undefined) return;
      meeting.paused = text;
      meeting.tell('space', { action: 'paused', actorId: meeting.owner.id, reason: text });
    },
  }),

  resumeSpace: (meeting) => ({
    status: 200,
    fields: done,
    happens: () => {
      if (meeting.paused === undefined) return;
      meeting.paused = undefined;
      meeting.tell('space', { action: 'resumed', actorId: meeting.owner.id });
    },
  }),

  closeSpace: (meeting) => ({
    status: 200,
    fields: done,
    happens: () => {
      meeting.open = false;
      meeting.tell('space-closed', { spaceId: meeting.id, reason: 'closed' });
    },
  }),

  createInvitation: (meeting, { text }) => ({
    status: 200,
    happens({ invitationId: id, publicInvitationKey: key }) {
      meeting.invitations.push({ id: String(id), key: String(key), ...termsFrom(text), uses: 0, isRevoked: false });
    },
  }),

  listInvitations: (meeting) => ({
    status: 200,
    fields: {
      invitations: meeting.invitations.toReversed().map((invitation) => ({
        invitationId: invitation.id,
        maxUses: invitation.maxUses,
        role: invitation.role,
        uses: invitation.uses,
        state: stateOf(invitation),
        participantIds: meeting.people.filter((person) => person.invitation === invitation).map(({ id }) => id),
      })),
    },
  }),

  revokeInvitation(meeting, { target }) {
    const invitation = meeting.invitations.find(({ id }) => id === target);
    if (!invitation) return missing;
    return { status: 200, fields: done, happens: () => void (invitation.isRevoked = true) };
  },

  joinSpace(meeting, ask) {
    const { text } = ask;
    const invitation = shown(ask);
    if (stateOf(invitation) !== 'active') return spent(invitation);
    const isPublic = meeting.privacy === 'public';
    return {
      status: isPublic ? 200 : 202,
      fields: isPublic ? undefined : { status: 'pending' },
      happens: ({ participantId, participantPrivateKey }) => {
        invitation.uses += 1;
        const person: Person = {
          id: String(participantId),
          name: text,
          role: invitation.role ?? 'participant',
          isHuman: false,
          isOwner: false,
          status: isPublic ? 'active' : 'waitingForApproval',
          known: isPublic,
          invitation,
          ...(isPublic && { key: String(participantPrivateKey) }),
        };
        meeting.people.push(person);
        meeting.tellStatus(person, undefined, person.id);
      },
    };
  },

  getJoinStatus(meeting, ask) {
    const invitation = shown(ask);
    const person = meeting.people.find(({ id }) => id === ask.target);
    const isOfIt = person?.invitation === invitation;
    if (stateOf(invitation) !== 'active' && !(isOfIt && !person.known)) return spent(invitation);
    if (!isOfIt) return missing;
    if (person.status === 'waitingForApproval') return { status: 202, fields: { status: 'pending' } };
    if (person.known || isGone(person)) return missing;
    const fields = person.key === undefined ? undefined : { participantPrivateKey: person.key };
    return { status: 200, fields, happens: ({ participantPrivateKey }) => void (person.key = String(participantPrivateKey)) };
  },

  approveParticipant: moderate('active', 'waitingForApproval'),
  kickParticipant(meeting, ask) {
    const kick = moderate('kicked', 'waitingForApproval', 'active', 'muted')(meeting, ask);
    return {
      ...kick,
      happens(answer) {
        kick.happens?.(answer);
        const invitation = meeting.people.find(({ id }) => id === ask.target)?.invitation;
        if (kick.status === 200 && invitation && isWithRevocation(ask.text)) invitation.isRevoked = true;
      },
    };
  },
  muteParticipant: moderate('muted', 'active'),
  unmuteParticipant: moderate('active', 'muted'),
  leaveSpace: become('left', ['active', 'muted'], (_meeting, ask) => caller(ask)),

  sendMessage: say(() => ({})),

  directMessage: say((meeting, { key }) => {
    const { id } = meeting.owner;
    if (key.kind === 'person' && key.person.isOwner) return undefined;
    return {
      fields: { to: [id], expects: 'ack' },
      follows(message, answer) {
        const [receipt] = answer['deliveries'] as { deliveryId: string }[];
        const delivery: Delivery = { id: receipt!.deliveryId, message, attempt: 0, ...arrivalIn(meeting) };
        meeting.deliveries.push(delivery);
        meeting.tellDelivery(delivery);
      },
    };
  }),

  replyMessage: say((meeting, ask) => {
    if (!meeting.messages.some(({ id }) => id === ask.target)) return undefined;
    return {
      fields: { replyTo: ask.target },
      follows() {
        const delivery = meeting.deliveries.find(({ message }) => message.id === ask.target);
        if (delivery && delivery.state !== 'done' && caller(ask).isOwner) end(meeting, delivery, { outcome: 'replied' });
      },
    };
  }),

  claimDelivery(meeting, ask) {
    const delivery = caller(ask).isOwner ? nextInTurn(meeting) : undefined;
    if (!delivery) return { status: 200, fields: { delivery: null } };
    const claimed: Delivery = { ...delivery, state: 'claimed', attempt: delivery.attempt + 1 };
    return {
      status: 200,
      fields: { delivery: deliveryView(claimed, meeting.owner), message: { content: delivery.message.content } },
      happens() {
        meeting.tellDelivery(Object.assign(delivery, claimed));
        delivery.claimedAt = meeting.events.length;
      },
    };
  },

  withdrawDelivery(meeting, ask) {
    const delivery = meeting.deliveries.find(({ id }) => id === ask.target);
    if (delivery?.message.sender !== caller(ask)) return missing;
    if (delivery.state === 'done') return { status: 409, code: 'delivery_ended' };
    return {
      status: 200,
      fields: { deliveryId: delivery.id, state: 'done', outcome: 'withdrawn', attempt: delivery.attempt },
      happens: () => end(meeting, delivery, { outcome: 'withdrawn' }),
    };
  },

  acceptDelivery(meeting, ask) {
    const delivery = meeting.deliveries.find(({ id }) => id === ask.target);
    if (!delivery || !caller(ask).isOwner) return missing;
    const { id: deliveryId, state, attempt } = delivery;
    if (state === 'done') return { status: 409, code: 'delivery_ended' };
    return {
      status: 200,
      fields: { deliveryId, state: state === 'held' ? 'queued' : state, attempt },
      happens() {
        if (state === 'held') meeting.tellDelivery(Object.assign(delivery, { state: 'queued' }));
      },
    };
  },

  putInbound(_meeting, ask) {
    const inbound = inboundFrom(ask.text);
    return { status: 200, fields: { ...inbound }, happens: () => void (caller(ask).inbound = inbound) };
  },

  settleDelivery: onDelivery(['held', 'claimed'], (meeting, delivery, { text }) => ({
    status: 200,
    fields: { deliveryId: delivery.id, state: 'done', outcome: 'declined', note: text, attempt: delivery.attempt },
    happens: () => end(meeting, delivery, { outcome: 'declined', note: text }),
  })),

  releaseDelivery: onDelivery(['claimed'], (meeting, delivery) => ({
    status: 200,
    fields: { deliveryId: delivery.id, state: delivery.attempt < 5 ? 'queued' : 'done', attempt: delivery.attempt },
    happens() {
      if (delivery.attempt === 5) end(meeting, delivery, { outcome: 'failed' });
      else meeting.tellDelivery(Object.assign(delivery, { state: 'queued' }));
    },
  })),

  listMessages(meeting, ask) {
    const messages = meeting.messages.slice(ask.skip).map((message) => ({
      ...messageView(message),
      sequence: message.sequence,
      ...(message.timestamp && { timestamp: message.timestamp }),
    }));
    return {
      status: 200,
      fields: { messages, hasMore: false, ...meeting.context(caller(ask)) },
      happens: (answer) => {
        const told = answer['messages'] as { timestamp: string }[];
        told.forEach(({ timestamp }, i) => void (meeting.messages[ask.skip + i]!.timestamp = timestamp));
      },
    };
  },

  createArtifact(meeting, ask) {
    const author = caller(ask);
    if (author.status === 'muted') return silenced;
    const document: Document = {
      id: '',
      name: ask.text,
      content: ask.text,
      version: 1,
      createdBy: author.id,
      updatedBy: author.id,
    };
    return {
      status: 200,
      happens: ({ id }) => {
        document.id = String(id);
        meeting.documents.push(document);
        meeting.tellDocument('created', document, author.id);
      },
    };
  },

  listArtifacts: (meeting) => ({
    status: 200,
    fields: { artifacts: meeting.documents.map((document) => documentView(document, meeting.id)) },
  }),

  getArtifact(meeting, { target }) {
    const document = meeting.documents.find(({ id }) => id === target);
    return document ? { status: 200, fields: documentView(document, meeting.id) } : missing;
  },

  writeArtifact: onDocument((meeting, document, person, { text }) => {
    if (document.holder !== person) return held(document);
    const next: Document = { ...document, content: text, version: document.version + 1, updatedBy: person.id };
    return {
      status: 200,
      fields: documentView(next, meeting.id),
      happens: () => {
        Object.assign(document, next);
        meeting.tellDocument('updated', document, person.id);
      },
    };
  }),

  lockArtifact: onDocument((meeting, document, person) => {
    if (document.holder && document.holder !== person) return held(document);
    return {
      status: 200,
      fields: { lockedBy: person.id },
      happens: () => {
        if (document.holder) return;
        document.holder = person;
        meeting.tellDocument('locked', document, person.id);
      },
    };
  }),

  heartbeatArtifactLock: onDocument((_meeting, document, person) =>
    document.holder === person ? { status: 200, fields: { lockedBy: person.id } } : held(document),
  ),

  unlockArtifact: onDocument((meeting, document, person) => {
    if (document.holder && document.holder !== person && !person.isOwner) return held(document);
    return {
      status: 200,
      fields: documentView({ ...document, holder: undefined }, meeting.id),
      happens: () => {
        if (!document.holder) return;
        document.holder = undefined;
        meeting.tellDocument('unlocked', document, person.id);
      },
    };
  }),
};
