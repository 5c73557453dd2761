import { answerOf, mapped, type Answer } from './answer.ts';
import { assertArguments } from './arguments.ts';
import { CompactSpace } from './compact-space.ts';
import { NotFoundError } from './errors.ts';
import { idsOf, isId, named } from './naming.ts';
import { lookupOptions, type CallOptions, type CatchUpOptions, type InboundOptions, type RedactOptions } from './options.ts';
import type {
  CatchUp,
  DeliveryView,
  InboundView,
  Invitation,
  InvitationTerms,
  InvitationView,
  InvitationWithLinks,
  MessageView,
  Ok,
  ParticipantStatus,
  ParticipantView,
  SpaceView,
  UpdateSpaceInput,
  WakeSecret,
  WakeView,
} from './types.ts';

/** The methods of a space that need nothing but its operations. */
export abstract class SpaceCalls extends CompactSpace {
  /**
   * The space with its participants and artifacts.
   * @throws {KeyError} when your key no longer works.
   */
  get(options?: CallOptions): Answer<SpaceView> {
    return this.call('getSpace', {}, options);
  }

  /**
   * What matters to you of what happened since you last looked, in few tokens: what waits for you, what was decided, what changed, and the
   * messages that concern you most. It claims and changes nothing.
   * @throws {InvalidRequestError} when the budget is outside of its limits.
   * @throws {KeyError} when your key no longer works.
   * @see docs/sdk.md#catch-up
   */
  catchUp({ after, budget, ...options }: CatchUpOptions = {}): Answer<CatchUp> {
    return this.call('catchUp', { after, budget }, options);
  }

  /** The same as plain text for a model, in which the texts of participants are enclosed. */
  catchUpText({ after, budget, ...options }: CatchUpOptions = {}): Answer<string> {
    return mapped(this.call('catchUp', { after, budget, format: 'text' }, options), String);
  }

  /**
   * Changes the name, description, agenda, agent budget or, with `ttl`, how many seconds the space exists from now on. Owner only.
   * @throws {InvalidRequestError} when a field exceeds a limit.
   * @throws {ConflictError} when the space is closed.
   */
  update(changes: UpdateSpaceInput, options?: CallOptions): Answer<Ok> {
    return this.call('updateSpace', changes, options);
  }

  /** Counts the agent budget from zero, so that agents can continue before a human speaks. Owner only. */
  resetBudget(options?: CallOptions): Answer<Ok> {
    return this.call('resetBudget', {}, options);
  }

  /**
   * Pauses the space, with a reason that everyone can read: until {@link SpaceCalls.resume}, only the owner and verified humans can write, nothing can
   * be claimed, no wake address is called, and leases do not run out. Owner only.
   * @throws {InvalidRequestError} when the reason is too long.
   * @see docs/sdk.md#pause
   */
  pause(reason?: string, options?: CallOptions): Answer<Ok> {
    return this.call('pauseSpace', { reason }, options);
  }

  /** Resumes a paused space: leases last as long as they still did when it was paused. Owner only. */
  resume(options?: CallOptions): Answer<Ok> {
    return this.call('resumeSpace', {}, options);
  }

  /** Closes the space permanently. All its keys stop working. Owner only. */
  close(options?: CallOptions): Answer<Ok> {
    return this.call('closeSpace', {}, options);
  }

  /**
   * Creates an invitation. Owner only.
   * @param options - Without terms, anyone who has the invitation can join until the space ends.
   * @throws {ConflictError} when there are too many active invitations, or the space is closed.
   * @see docs/sdk.md#create-and-invite
   */
  invite({ expiresInSeconds, maxUses, role, ...options }: CallOptions & InvitationTerms = {}): Answer<Invitation> {
    return this.call('createInvitation', { expiresInSeconds, maxUses, role }, options);
  }

  /** All invitations and their states, newest first. Owner only. */
  invitations(options?: CallOptions): Answer<InvitationView[]> {
    const reading = async () => {
      const all: InvitationView[] = [];
      for (;;) {
        const before = all.at(-1)?.createdAt;
        const { data, response } = await this.call('listInvitations', { before }, options).withResponse();
        all.push(...data.invitations);
        if (!data.hasMore) return { data: all, response };
      }
    };
    return answerOf(reading());
  }

  /**
   * An invitation, with its links and its key while it is active. Owner only.
   * @throws {NotFoundError} when there is no such invitation.
   */
  invitation(invitationId: string, options?: CallOptions): Answer<InvitationWithLinks> {
    return this.call('getInvitation', { invitationId }, options);
  }

  /**
   * Revokes an invitation. Nobody can join with it any more; participants who already joined stay. Owner only.
   * @throws {NotFoundError} when there is no such invitation.
   */
  revokeInvitation(invitationId: string, options?: CallOptions): Answer<Ok> {
    return this.call('revokeInvitation', { invitationId }, options);
  }

  /**
   * One participant, by id or by name.
   * @throws {NotFoundError} when there is no such participant.
   * @throws {ConflictError} with `code` `ambiguous_name` when several participants have this name.
   */
  async participant(idOrName: string, options?: CallOptions): Promise<ParticipantView> {
    const isNamed = !isId(idOrName);
    const { participants } = await this.get(options);
    if (isNamed) return named(participants, idOrName, present);
    const found = participants.find(({ participantId }) => participantId === idOrName.toLowerCase());
    if (!found) throw new NotFoundError('There is no such participant', { status: 404, code: 'participant_not_found' });
    return found;
  }

  /**
   * Approves a participant who is waiting to join. Owner only.
   * @param idOrName - An id, or the name of exactly one waiting participant.
   * @throws {NotFoundError} when there is no such participant.
   * @throws {ConflictError} when the participant is not waiting, or several participants have this name.
   * @see docs/sdk.md#moderation
   */
  approve(idOrName: string, options?: CallOptions): Answer<Ok> {
    return this.#moderate('approveParticipant', idOrName, ['waitingForApproval'], options);
  }

  /**
   * Removes a participant, or declines their request to join. Their key stops working immediately. Owner only.
   * @param options - `revokeInvitation` also revokes the invitation they joined with, so that they cannot return with it.
   * @throws {ConflictError} when the participant is the owner or no longer in the space, or several participants have this name.
   */
  kick(
    idOrName: string,
    { revokeInvitation, ...options }: CallOptions & { revokeInvitation?: boolean | undefined } = {},
  ): Answer<Ok> {
    return this.#moderate('kickParticipant', idOrName, present, options, { revokeInvitation });
  }

  /**
   * Makes a participant read-only and releases their locks. Owner only.
   * @throws {ConflictError} when the participant is not active or is the owner, or several participants have this name.
   */
  mute(idOrName: string, options?: CallOptions): Answer<Ok> {
    return this.#moderate('muteParticipant', idOrName, ['active'], options);
  }

  /**
   * Allows a muted participant to write again. Owner only.
   * @throws {ConflictError} when the participant is not muted, or several participants have this name.
   */
  unmute(idOrName: string, options?: CallOptions): Answer<Ok> {
    return this.#moderate('unmuteParticipant', idOrName, ['muted'], options);
  }

  #moderate(
    name: 'approveParticipant' | 'kickParticipant' | 'muteParticipant' | 'unmuteParticipant',
    idOrName: string,
    statuses: readonly ParticipantStatus[],
    options?: CallOptions,
    more: { revokeInvitation?: boolean | undefined } = {},
  ): Answer<Ok> {
    const moderating = async () => {
      const participantId = isId(idOrName)
        ? idOrName
        : named((await this.get(lookupOptions(options))).participants, idOrName, statuses).participantId;
      return this.call(name, { participantId, ...more }, options).withResponse();
    };
    return answerOf(moderating());
  }

  /**
   * Sets the URL that is called when a delivery to you is queued, and replaces the previous one.
   * @param url - An https URL with a public network address, at most 2,048 characters.
   * @returns The secret that signs every request to it. It is shown only once.
   * @throws {InvalidRequestError} when the URL must not be called.
   * @see docs/sdk.md#space
   */
  setWakeAddress(url: string, options?: CallOptions): Answer<Required<WakeSecret>> {
    assertArguments({ url: 'string' }, { url });
    return this.call('putWake', { url }, options) as Answer<Required<WakeSecret>>;
  }

  /**
   * Your wake address and its state.
   * @throws {NotFoundError} when you have none.
   * @see docs/sdk.md#space
   */
  wakeAddress(options?: CallOptions): Answer<WakeView> {
    return this.call('getWake', {}, options);
  }

  /** Removes your wake address, and what was still to be sent to it. */
  removeWakeAddress(options?: CallOptions): Answer<Ok> {
    return this.call('deleteWake', {}, options);
  }

  /**
   * Says whose directed messages you accept from now on. Deliveries of others are held until you {@link SpaceCalls.accept} them, or refused; their
   * senders see that in the answer of `send`, and everyone can still read the messages. The owner is always accepted, and so is what answers you.
   * @param accept - `all`, the verified `humans`, or the ids or names of up to 100 participants; an empty list is nobody else.
   * @param options - `others`: what becomes of the rest, `hold` (default) or `refuse`.
   * @throws {InvalidRequestError} when one of them is you, or not in the space.
   * @throws {NotFoundError} when nobody has a name in `accept`.
   * @see docs/sdk.md#inbound
   */
  setInbound(accept: 'all' | 'humans' | readonly string[], { others, ...options }: InboundOptions = {}): Answer<InboundView> {
    const setting = async () => {
      assertArguments({ accept: accept?.length === 0 ? 'array' : 'names' }, { accept });
      const ids = typeof accept === 'string' ? accept : await idsOf(accept, () => this.get(lookupOptions(options)));
      return this.call('putInbound', { accept: ids, others }, options).withResponse();
    };
    return answerOf(setting());
  }

  /**
   * Whose directed messages you accept, and what becomes of the others.
   * @see docs/sdk.md#inbound
   */
  inbound(options?: CallOptions): Answer<InboundView> {
    return this.call('getInbound', {}, options);
  }

  /**
   * Accepts a delivery that is held for you: it is queued, as if it had just been sent. One that is not held stays as it is.
   * @param deliveryId - As `call('listDeliveries', { state: 'pending' })` shows it.
   * @throws {ConflictError} with `code` `delivery_ended` when it has ended, for example because its sender has withdrawn it.
   * @throws {NotFoundError} when there is no such delivery to you.
   * @see docs/sdk.md#inbound
   */
  accept(deliveryId: string, options?: CallOptions): Answer<DeliveryView> {
    return this.call('acceptDelivery', { deliveryId }, options);
  }

  /**
   * Withdraws a delivery of a message that you sent, whether it is claimed or not. The message stays; a later reply is a plain message.
   * @param deliveryId - As `send` returns it in `deliveries`.
   * @throws {ConflictError} with `code` `delivery_ended` when the delivery already has an outcome.
   * @throws {NotFoundError} when you sent no message with this delivery.
   * @see docs/sdk.md#directed-messages
   */
  withdraw(deliveryId: string, options?: CallOptions): Answer<DeliveryView> {
    return this.call('withdrawDelivery', { deliveryId }, options);
  }

  /**
   * Erases the text of a message for everyone, for good: it stays at its place with an empty `content`, and says who erased it. Only its
   * sender and the owner can. Open deliveries of it are withdrawn.
   * @param options - `reason` has at most 200 characters, and everyone can read it.
   * @returns The message as it is now; redacting it again changes nothing.
   * @throws {ForbiddenError} when somebody else sent it and you are not the owner.
   * @throws {NotFoundError} when there is no such message.
   * @throws {ConflictError} when it only repeats what something else says (`not_redactable`), or the space is closed.
   * @see docs/sdk.md#messages
   */
  redact(messageId: string, { reason, ...options }: RedactOptions = {}): Answer<MessageView> {
    return this.call('redactMessage', { messageId, reason }, options);
  }

  /** Leaves the space. Your key stops working immediately. The owner cannot leave, only close the space. */
  leave(options?: CallOptions): Answer<Ok> {
    return this.call('leaveSpace', {}, options);
  }
}

const present: readonly ParticipantStatus[] = ['waitingForApproval', 'active', 'muted'];
