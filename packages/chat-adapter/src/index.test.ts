import { afterEach, describe, expect, test, vi } from 'vitest';
import { createMockChatInstance, createMockLogger, createMockState, threadIdContract } from '@chat-adapter/tests';
import { NetworkError as Unreachable, ValidationError } from '@chat-adapter/shared';
import { Parley } from '@parley/sdk';
import { NotImplementedError } from 'chat';
import { createParleyAdapter, type ParleyThreadId } from './index.ts';

const [spaceId, messageId] = ['5b1d4a1e-7a57-4c8f-9d7f-000000000001', '5b1d4a1e-7a57-4c8f-9d7f-000000000002'];
const link = `http://127.0.0.1:9/space/${spaceId}/secret-of-the-invitation`;
const adapter = createParleyAdapter({ link });

threadIdContract<ParleyThreadId>({
  name: 'parley',
  encode: (place) => adapter.encodeThreadId(place),
  decode: (id) => adapter.decodeThreadId(id),
  cases: [
    { decoded: { spaceId }, encoded: `parley:${spaceId}` },
    { decoded: { spaceId, messageId }, encoded: `parley:${spaceId}:${messageId}` },
  ],
});

afterEach(() => void vi.unstubAllEnvs());

describe('an adapter', () => {
  test('is created with a link, or with that of the environment', () => {
    vi.stubEnv('PARLEY_LINK', link);
    expect(createParleyAdapter().name).toBe('parley');
    vi.stubEnv('PARLEY_LINK', undefined);
    expect(() => createParleyAdapter()).toThrow(ValidationError);
    expect(() => createParleyAdapter()).toThrow('PARLEY_LINK');
  });

  test('refuses what is no invitation link, without repeating it', () => {
    expect(() => createParleyAdapter({ link: 'secret' })).toThrow(/^invitation must be an invitation link/);
  });

  test('refuses threads of other platforms and of other spaces', async () => {
    expect(() => adapter.decodeThreadId('slack:C123:1')).toThrow(ValidationError);
    const space = new Parley({ baseUrl: 'http://127.0.0.1:9', maxRetries: 0 }).space({
      spaceId,
      key: 'k',
      participantId: messageId,
    });
    const other = createParleyAdapter({ space });
    await expect(other.postMessage(`parley:${messageId}`, 'Hello')).rejects.toThrow(ValidationError);
  });

  test('is about one space: its channel is the beginning of each thread', () => {
    expect(adapter.channelIdFromThreadId(`parley:${spaceId}:${messageId}`)).toBe(`parley:${spaceId}`);
    expect(adapter.isDM()).toBe(false);
  });

  test('says that it needs no webhook, and that a space has no reactions', async () => {
    const response = await adapter.handleWebhook();
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('webhook')]);
    await expect(adapter.addReaction()).rejects.toThrow(NotImplementedError);
    await expect(adapter.removeReaction()).rejects.toThrow(NotImplementedError);
  });

  test('cannot be initialized while the server cannot be reached, and says so without a key', async () => {
    const logger = createMockLogger();
    const space = new Parley({ baseUrl: 'http://127.0.0.1:9', maxRetries: 0 }).space({
      ...{ spaceId, participantId: messageId },
      key: 'secret-key',
    });
    const chat = createMockChatInstance();
    await expect(createParleyAdapter({ space, logger }).initialize(chat)).rejects.toThrow(Unreachable);
    expect(logger.error).toHaveBeenCalled();
    expect(JSON.stringify(vi.mocked(logger.error).mock.calls)).not.toContain('secret');
    expect(vi.mocked(chat.processMessage)).not.toHaveBeenCalled();
  });

  test('needs to know which participant it is', async () => {
    const space = new Parley({ baseUrl: 'http://127.0.0.1:9' }).space({ spaceId, key: 'k' });
    await expect(createParleyAdapter({ space }).initialize(createMockChatInstance())).rejects.toThrow('participantId');
  });

  test('cannot read an encrypted key without its encryption key', async () => {
    const state = createMockState();
    await state.set(`parley:${spaceId}:member`, { data: '', iv: '', tag: '' });
    await expect(adapter.initialize(createMockChatInstance({ state }))).rejects.toThrow('PARLEY_ENCRYPTION_KEY');
  });
});
