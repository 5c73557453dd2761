import { setTimeout as pause } from 'node:timers/promises';
import { ValidationError } from '@chat-adapter/shared';
import { DecisionEndedError, NotFoundError, type DecisionView, type EventData, type Space } from '@parley/sdk';
import { convertEmojiPlaceholders, type CardChild, type CardElement, type StateAdapter } from 'chat';
import { adapterName, encoded } from './place.ts';

/** A button. Handlers get its id and its value. */
interface Button {
  label: string;
  actionId: string;
  value?: string;
}

/** What the buttons of a card ask. */
export interface CardQuestion {
  title: string;
  text: string;
  buttons: Button[];
}

interface Asked extends CardQuestion {
  voters: string[];
}

/** Where a card is. */
interface CardPlace {
  threadId: string;
  messageId: string;
}

/** A button that was pressed, as the Chat SDK is told of it. */
export type Pressed = CardPlace & Omit<Button, 'label'>;

/** What the state knows of a decision: the buttons by the ids of its options. */
interface PostedCard extends CardPlace {
  buttons: Record<string, Omit<Button, 'label'>>;
}

/** As long as the Chat SDK keeps the state of a thread. */
const keptMs = 30 * 24 * 3_600_000;
/** Longer than another process takes between a decision and what the state knows of it. */
const postingMs = 60_000;
/** The limits of a decision. */
const [fewest, most] = [2, 10];

/**
 * The buttons of a card that can be pressed, wherever they are in it.
 * @throws {ValidationError} when they cannot become a decision.
 */
export function buttonsOf({ children }: CardElement): Button[] {
  const buttons = actionsIn(children).flatMap((action): Button[] => {
    if (action.type === 'select' || action.type === 'radio_select')
      throw new ValidationError(adapterName, `A card in a Parley space has buttons and links, but no menus: ${action.label}`);
    if (action.type === 'link-button' || action.disabled) return [];
    const { id: actionId, value } = action;
    return [{ label: convertEmojiPlaceholders(action.label, 'gchat'), actionId, ...(value !== undefined && { value }) }];
  });
  if (buttons.length > 0 && (buttons.length < fewest || buttons.length > most))
    throw new ValidationError(
      adapterName,
      `The buttons of a card become the options of a decision, which has ${fewest} to ${most}; this card has ${buttons.length}`,
    );
  return buttons;
}

/** The links among the buttons of a card, as Markdown. */
export const linksOf = ({ children }: CardElement): string[] =>
  actionsIn(children).flatMap((action) => (action.type === 'link-button' ? [`[${action.label}](${action.url})`] : []));

const actionsIn = (children: readonly CardChild[]): Extract<CardChild, { type: 'actions' }>['children'] =>
  children.flatMap((child) => {
    if (child.type === 'actions') return child.children;
    return child.type === 'section' ? actionsIn(child.children) : [];
  });

/** The decisions that cards with buttons ask for. The state knows them, so each process hears which button was pressed. */
export class Cards {
  readonly #state: StateAdapter;
  readonly #space: Space;
  /** An answer can come before the state knows the decision. */
  #opening: Promise<unknown> = Promise.resolve();

  constructor(state: StateAdapter, space: Space) {
    this.#state = state;
    this.#space = space;
  }

  /**
   * Asks for a decision between the buttons, and sends the card. If that fails, nobody is asked any more.
   * @param question - Without voters, the owner is asked.
   */
  async post<Sent extends CardPlace>(question: Asked, send: () => Promise<Sent>): Promise<Sent> {
    const posting = this.#post(question, send);
    this.#opening = Promise.allSettled([this.#opening, posting]);
    return posting;
  }

  async #post<Sent extends CardPlace>({ title, text, buttons, voters }: Asked, send: () => Promise<Sent>): Promise<Sent> {
    const options = buttons.map(({ label }) => ({ label }));
    const decision = await this.#space.call('createDecision', {
      ...{ title, options },
      ...(voters.length > 0 && { voters }),
      ...(text && { text }),
    });
    const { decisionId } = decision;
    try {
      const sent = await send();
      const { threadId, messageId } = sent;
      await this.#state.set(this.#placeOf(decisionId), { threadId, messageId, buttons: byOption(decision, buttons) }, keptMs);
      await this.#state.set(this.#placeOf(messageId), decisionId, keptMs);
      return sent;
    } catch (error) {
      await this.#withdraw(decisionId).catch(() => {});
      throw error;
    }
  }

  /** Withdraws the decisions whose card was never posted because its process died, as nobody would hear their answers. */
  async withdrawUnposted(signal: AbortSignal, afterMs = postingMs): Promise<void> {
    const mine = (await this.#space.decisions.list()).filter(({ view }) => view.openedBy === this.#space.participantId);
    if (mine.length === 0) return;
    await pause(afterMs, undefined, { signal });
    for (const { id } of mine) if ((await this.#state.get(this.#placeOf(id))) === null) await this.#withdraw(id);
  }

  /** The card was edited or deleted: nobody can press its buttons any more. */
  async close(messageId: string): Promise<void> {
    const place = this.#placeOf(messageId);
    const decisionId = await this.#state.get<string>(place);
    if (decisionId === null) return;
    await this.#withdraw(decisionId);
    await this.#state.delete(place);
  }

  /** The button with which a decision was answered; undefined if the decision is not about a card. */
  async pressed({ decisionId, action, option, openedBy }: EventData['decision']): Promise<Pressed | undefined> {
    if (action !== 'answered' || option === undefined || openedBy !== this.#space.participantId) return undefined;
    const find = () => this.#state.get<PostedCard>(this.#placeOf(decisionId));
    const kept = (await find()) ?? (await this.#opening.then(find));
    const button = kept?.buttons[option];
    return button && { threadId: kept.threadId, messageId: kept.messageId, ...button };
  }

  async #withdraw(decisionId: string): Promise<void> {
    try {
      await this.#space.call('withdrawDecision', { decisionId });
    } catch (error) {
      if (!(error instanceof DecisionEndedError || error instanceof NotFoundError)) throw error;
    }
  }

  #placeOf(id: string): string {
    return `${encoded({ spaceId: this.#space.spaceId, messageId: id })}:card`;
  }
}

const byOption = ({ options }: DecisionView, buttons: readonly Button[]): PostedCard['buttons'] =>
  Object.fromEntries(
    options.map(({ id }, i) => {
      const { label: _, ...button } = buttons[i]!;
      return [id, button];
    }),
  );
