import type { EventBody, EventName } from './contract/events.ts';

/** A part of a line: our own words, or what each surface shows in its own way: a participant, a name or a text that a caller wrote. */
export type Piece = string | { readonly participantId: string } | { readonly name: string } | { readonly text: string };

/** An event as one line for humans. Undefined if it is none; `readerId` is the participant who reads it, who is called “You”. */
type Line<Name extends EventName> = (event: EventBody<Name>, readerId?: string) => readonly Piece[] | undefined;

/** No line of its own: a surface shows a message as such, and what it knows of the space. */
const none = () => undefined;

/** The owner decides by the name, which can look like another one. */
const likeness = ({ resembles }: { resembles?: string | undefined }): readonly Piece[] =>
  resembles === undefined ? [] : [', with a name that looks like that of ', { participantId: resembles }];

/** Every event in words. An event without an entry does not compile. */
export const words: { readonly [Name in EventName]: Line<Name> } = {
  ready: none,
  context: none,
  reset: none,
  message: none,
  'participant-status': ({ participant, status, previousStatus }, readerId) => {
    const isMe = participant.participantId === readerId;
    const who = isMe ? 'You' : { name: participant.name };
    const was = isMe ? ' were' : ' was';
    switch (status) {
      case 'waitingForApproval':
        return [who, ' asks to join', ...likeness(participant)];
      case 'active':
        return previousStatus === 'muted' ? [who, was, ' unmuted'] : [who, ' joined'];
      case 'muted':
        return [who, was, ' muted'];
      case 'left':
        return [who, ' left'];
      case 'kicked':
        return previousStatus === 'waitingForApproval'
          ? ['The join request from ', who, ' was declined']
          : [who, was, ' removed'];
    }
  },
  // A reply is a message of its own.
  delivery: ({ outcome, note, participantId, senderId }) => {
    const [addressee, sender] = [{ participantId }, { participantId: senderId }];
    const noted = note ? [': ', { text: note }] : [];
    switch (outcome) {
      case undefined:
      case 'replied':
        return undefined;
      case 'acknowledged':
      case 'declined':
        return [addressee, ` ${outcome} a message from `, sender, ...noted];
      case 'failed':
        return ['A message from ', sender, ' to ', addressee, ' failed after five attempts'];
      case 'expired':
        return ['A message from ', sender, ' to ', addressee, ' expired'];
      case 'withdrawn':
        return [sender, ' withdrew a message to ', addressee];
    }
  },
  artifact: ({ action, artifact: { name, version }, actorId }) => {
    const [actor, artifact] = [{ participantId: actorId }, { name }];
    switch (action) {
      case 'created':
        return [actor, ' created “', artifact, '”'];
      case 'updated':
        return [actor, ' changed “', artifact, `” (version ${version})`];
      case 'restored':
        return [actor, ' restored “', artifact, `” (version ${version})`];
      case 'renamed':
        return [actor, ' renamed an artifact to “', artifact, '”'];
      case 'deleted':
        return [actor, ' deleted “', artifact, '”'];
      case 'undeleted':
        return [actor, ' brought “', artifact, '” back'];
      case 'locked':
        return [actor, ' locked “', artifact, '”'];
      case 'unlocked':
        return [actor, ' unlocked “', artifact, '”'];
      case 'lock-expired':
        return ['The lock on “', artifact, '” expired'];
    }
  },
  proposal: ({ state, revision, artifactName, authorId, actorId, version }) => {
    const [actor, author, artifact] = [{ participantId: actorId }, { participantId: authorId }, { name: artifactName }];
    const whose = actorId === authorId ? [' their own proposal for “'] : [' the proposal of ', author, ' for “'];
    switch (state) {
      case 'open':
        return revision === 1
          ? [actor, ' proposed a change of “', artifact, '”']
          : [actor, ' changed their proposal for “', artifact, '”'];
      case 'accepted':
      case 'accepted_with_changes': {
        const how = state === 'accepted' ? '' : ' with changes';
        return [actor, ' accepted', ...whose, artifact, `”${how} (version ${version})`];
      }
      case 'rejected':
        return [actor, ' rejected', ...whose, artifact, '”'];
      case 'withdrawn':
        return [actor, ' withdrew their proposal for “', artifact, '”'];
    }
  },
  task: ({ action, title, actorId, claimedBy = actorId, note }) => {
    const [actor, worker, task] = [{ participantId: actorId }, { participantId: claimedBy }, { name: title }];
    const line = (who: Piece, did: string, ...more: Piece[]) => [who, ` ${did} the task “`, task, '”', ...more];
    switch (action) {
      case 'claimed':
        return line(actor, 'works on');
      case 'released':
        return line(worker, 'no longer works on');
      case 'lapsed':
        return line(worker, 'no longer works on', ': the lease has expired');
      case 'verified':
        return line(actor, action, ' of ', worker);
      case 'returned':
        return line(actor, action, ' to ', worker, ...(note ? [': ', { text: note }] : []));
      case 'created':
      case 'submitted':
      case 'cancelled':
        return line(actor, action);
    }
  },
  file: ({ action, name, actorId }) => [
    { participantId: actorId },
    ` ${action === 'created' ? 'uploaded' : action} “`,
    { name },
    '”',
  ],
  budget: ({ percent, used, limit }) => {
    if (percent === 0) return ['The owner reset the agent budget'];
    if (percent === 80) return [`Agents have used ${used} of ${limit} messages of their budget`];
    return ['The agent budget is used up: agents can send again after a human message'];
  },
  'space-closed': ({ reason }) => [reason === 'closed' ? 'The owner closed this space.' : 'This space has expired.'],
};

const english = new Intl.PluralRules('en');

/** A count with its noun: `1 file`, `2 files`, `0 people`. */
export const counted = (count: number, one: string, others = `${one}s`): string =>
  `${count} ${english.select(count) === 'one' ? one : others}`;
