import { ResourceNotFoundError, ValidationError } from '@chat-adapter/shared';
import { NotFoundError, type MessageView, type Space } from '@parley/sdk';
import {
  NotImplementedError,
  type Adapter,
  type AdapterPostableMessage,
  type Attachment,
  type ChannelInfo,
  type ChatInstance,
  type FetchOptions,
  type FetchResult,
  type FormattedContent,
  type ListThreadsOptions,
  type ListThreadsResult,
  type Logger,
  type Message,
  type RawMessage,
  type StreamChunk,
  type StreamOptions,
  type ThreadInfo,
  type UserInfo,
} from 'chat';
import { Cards } from './cards.ts';
import { Following } from './following.ts';
import { oneOf, pageOf, threadsOf } from './history.ts';
import { member } from './member.ts';
import { downloadable, markdown, messageOf, sendable } from './message.ts';
import { adapterName, decoded, encoded, type ParleyThreadId } from './place.ts';
import { told } from './refusal.ts';
import { Threads } from './threads.ts';

/** Which space, and who the bot is there. */
export interface ParleyAdapterConfig {
  /** An invitation link of the space; default: the environment variable `PARLEY_LINK`. The bot joins once, and its key is kept in the state of the bot. */
  link?: string | undefined;
  /** An open space with a `participantId`, in place of a link. Then the program keeps the key. */
  space?: Space | undefined;
  /** How the bot is called in the space; default: the `userName` of `Chat`. */
  name?: string | undefined;
  /** What its role is said to be. */
  role?: string | undefined;
  /** 32 bytes in hexadecimal or base64, with which the key is encrypted in the state; default: the environment variable `PARLEY_ENCRYPTION_KEY`. */
  encryptionKey?: string | undefined;
  /** Default: the logger of `Chat`. No key is logged. */
  logger?: Logger | undefined;
}

/** What works once the bot is in the space. */
interface Member {
  space: Space;
  following: Following;
  cards: Cards;
}

/** Connects bots of the Chat SDK with a Parley space. */
export class ParleyAdapter implements Adapter<ParleyThreadId> {
  readonly name: string = adapterName;
  /** The name of the bot in the space, which others write as `@name`. */
  userName: string;
  /** The id of the bot as a participant, once it is one. */
  botUserId?: string;
  readonly #config: ParleyAdapterConfig;
  #joining: Promise<Member> | undefined;
  #member: Member | undefined;

  /** Sends no request. */
  constructor(config: ParleyAdapterConfig) {
    this.#config = config;
    this.userName = config.name ?? adapterName;
  }

  /** Joins or returns, and follows the space. While the owner has to approve, it does not wait, but all other methods do. */
  async initialize(chat: ChatInstance): Promise<void> {
    const logger = this.#config.logger ?? chat.getLogger(adapterName);
    await new Promise<void>((resolve, reject) => {
      const onWaiting = () => {
        logger.info('The owner of the Parley space must approve the bot first');
        resolve();
      };
      this.#joining = told('join', () => this.#join(chat, logger, onWaiting));
      this.#joining.then(
        (joined) => {
          this.#member = joined;
          resolve();
        },
        (error: unknown) => {
          logger.error('The bot could not join the Parley space', { error: error instanceof Error ? error.message : error });
          reject(error);
        },
      );
    });
  }

  async #join(chat: ChatInstance, logger: Logger, onWaiting: () => void): Promise<Member> {
    const { name = chat.getUserName(), role, link, encryptionKey } = this.#config;
    const joining = { name, role, encryptionKey, state: chat.getState(), logger, onWaiting };
    const space = this.#config.space ?? (await member({ ...joining, link: link! }));
    const { participantId } = space;
    if (participantId === undefined) throw new ValidationError(adapterName, 'The space must be opened with its participantId');
    const me = await space.participant(participantId);
    this.botUserId = participantId;
    this.userName = me.displayName ?? me.name;
    const threads = new Threads(chat.getState(), space.spaceId);
    const cards = new Cards(chat.getState(), space);
    const following = new Following({ adapter: this, chat, logger, space, threads, cards, isOnlyCards: !this.#config.space });
    await following.begin();
    return { space, following, cards };
  }

  async disconnect(): Promise<void> {
    await this.#member?.following.stop();
  }

  async handleWebhook(): Promise<Response> {
    return new Response('Parley calls no webhook: the adapter holds a connection to the space', { status: 404 });
  }

  /** Who is mentioned gets a delivery. The buttons of a card ask for a decision: who is mentioned, else whom the bot answers, else the owner. */
  async postMessage(threadId: string, message: AdapterPostableMessage): Promise<RawMessage> {
    const { space, following, cards, messageId: root } = await this.#in(threadId);
    return told('send messages', async () => {
      const { content, attachments, to, question } = await sendable(message, space);
      const answered = following.answered(threadId);
      const asker = answered?.message.senderId;
      // A voter is asked by the decision, and who asked the bot hears of its reply.
      const others = question ? [] : to.filter((id) => id !== asker);
      const options = { attachments, ...(others.length > 0 && { to: others }) };
      const send = async () => {
        // Only an answer to the decision ends such a delivery, so its lease is kept while the bot talks about it.
        const raw =
          answered && answered.view.expects !== 'answer'
            ? await answered.reply(content, options)
            : await space.send(content, { ...options, replyTo: answered?.message.id ?? root });
        const { messageId } = raw;
        return { messageId, threadId: encoded({ spaceId: space.spaceId, messageId: root ?? messageId }), raw };
      };
      const voters = to.length > 0 || asker === undefined ? to : [asker];
      const { messageId: id, ...sent } = question ? await cards.post({ ...question, voters }, send) : await send();
      return { id, ...sent };
    });
  }

  /** Begins a thread. */
  postChannelMessage(channelId: string, message: AdapterPostableMessage): Promise<RawMessage> {
    return this.postMessage(channelId, message);
  }

  /** Sends the whole text once it is complete, because every change of a message would be one more in the log. */
  async stream(
    threadId: string,
    textStream: AsyncIterable<string | StreamChunk>,
    { signal }: StreamOptions = {},
  ): Promise<RawMessage> {
    let text = '';
    for await (const chunk of textStream) {
      if (signal?.aborted) break;
      if (typeof chunk === 'string') text += chunk;
      else if (chunk.type === 'markdown_text') text += chunk.text;
    }
    return this.postMessage(threadId, { markdown: text });
  }

  /** Sends a correction, which readers see in place of the message. It directs nothing; former buttons can no longer be pressed. */
  async editMessage(threadId: string, messageId: string, message: AdapterPostableMessage): Promise<RawMessage> {
    const { space, cards } = await this.#in(threadId);
    return told('correct messages', async () => {
      const { content, attachments, to, question } = await sendable(message, space);
      await cards.close(messageId);
      const send = async () => {
        const raw = await space.send(content, { attachments, replaces: messageId });
        return { messageId, threadId, raw };
      };
      const { raw } = question ? await cards.post({ ...question, voters: to }, send) : await send();
      return { id: messageId, threadId, raw };
    });
  }

  /** Erases its text for everyone. */
  async deleteMessage(threadId: string, messageId: string): Promise<void> {
    const { space, cards } = await this.#in(threadId);
    await told('delete messages', async () => {
      await cards.close(messageId);
      await space.redact(messageId);
    });
  }

  async addReaction(): Promise<void> {
    throw new NotImplementedError('A Parley space has no reactions', 'reactions');
  }

  async removeReaction(): Promise<void> {
    await this.addReaction();
  }

  /** Does nothing: who directed a message to the bot sees that it works on it, and the lease is renewed. */
  async startTyping(): Promise<void> {}

  async fetchMessages(threadId: string, options?: FetchOptions): Promise<FetchResult> {
    const { space } = await this.#in(threadId);
    return told('read messages', () => pageOf(space, threadId, options));
  }

  /** Only among the newest 5,000 messages of the space. */
  async fetchMessage(threadId: string, messageId: string): Promise<Message | null> {
    const { space } = await this.#in(threadId);
    return told('read messages', () => oneOf(space, threadId, messageId));
  }

  /** Messages that have replies, what was replied to last first. */
  async listThreads(channelId: string, options?: ListThreadsOptions): Promise<ListThreadsResult> {
    const { space } = await this.#in(channelId);
    return told('read messages', () => threadsOf(space, options));
  }

  /** What is no reply. */
  fetchChannelMessages(channelId: string, options?: FetchOptions): Promise<FetchResult> {
    return this.fetchMessages(channelId, options);
  }

  async fetchThread(threadId: string): Promise<ThreadInfo> {
    const { name, id, ...info } = await this.fetchChannelInfo(this.channelIdFromThreadId(threadId));
    return { ...info, id: threadId, channelId: id, ...(name !== undefined && { channelName: name }) };
  }

  async fetchChannelInfo(channelId: string): Promise<ChannelInfo> {
    const { space } = await this.#in(channelId);
    const { name, description, agenda, privacy, state, participants } = await told('read the space', () => space.get());
    const memberCount = participants.filter(({ status }) => status === 'active' || status === 'muted').length;
    const channelVisibility = privacy === 'private' ? 'private' : 'workspace';
    return { id: channelId, name, isDM: false, memberCount, channelVisibility, metadata: { description, agenda, state } };
  }

  async getUser(userId: string): Promise<UserInfo | null> {
    const { space } = await this.#joined();
    return told('read the space', async () => {
      const found = await space.participant(userId).catch((error: unknown) => {
        if (error instanceof NotFoundError) return null;
        throw error;
      });
      if (!found) return null;
      const { participantId, displayName = found.name, isHuman, speaker, avatarUrl } = found;
      return {
        userId: participantId,
        userName: displayName,
        fullName: found.name,
        isBot: !isHuman && speaker !== 'human',
        avatarUrl,
      };
    });
  }

  encodeThreadId(place: ParleyThreadId): string {
    return encoded(place);
  }

  decodeThreadId(threadId: string): ParleyThreadId {
    return decoded(threadId);
  }

  channelIdFromThreadId(threadId: string): string {
    return encoded({ spaceId: decoded(threadId).spaceId });
  }

  /** Everyone in a space reads all of it. */
  isDM(): boolean {
    return false;
  }

  renderFormatted(content: FormattedContent): string {
    return markdown.fromAst(content);
  }

  /** Without the log, the thread of a reply is taken to begin with what it replies to. */
  parseMessage(raw: unknown): Message {
    const view = raw as MessageView;
    const { space } = this.#present();
    return messageOf(view, encoded({ spaceId: space.spaceId, messageId: view.replaces ?? view.replyTo ?? view.id }), space);
  }

  rehydrateAttachment(attachment: Attachment): Attachment {
    return downloadable(attachment, this.#present().space);
  }

  #present(): Member {
    if (!this.#member) throw new ValidationError(adapterName, 'The bot is not in the Parley space yet: initialize Chat first');
    return this.#member;
  }

  async #joined(): Promise<Member> {
    return this.#joining ?? this.#present();
  }

  async #in(threadId: string): Promise<Member & { messageId: string | undefined }> {
    const { spaceId, messageId } = decoded(threadId);
    const joined = await this.#joined();
    if (joined.space.spaceId !== spaceId) throw new ResourceNotFoundError(adapterName, 'space', spaceId);
    return { ...joined, messageId };
  }
}
