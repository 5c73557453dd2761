import { randomUUID } from 'node:crypto';
import { contract, type OperationName, type OutputOf } from '@parley/core';
import { expect } from '../expect/expect.ts';
import { addition, additions } from '../runner/promises.ts';
import { everybody, join, openSpace, say } from '../scenes.ts';
import { carriesTheHeadersOfAll } from '../wire/answer.ts';
import { covers, operations, type Caller, type Input } from '../wire/call.ts';
import { send } from '../wire/client.ts';

interface Refusal {
  code: number;
  message: string;
  data: { code: string; httpStatus: number };
}

interface Envelope {
  result?: { data: unknown };
  error?: Refusal;
}

const headersOf = ({ key }: Caller, extra: Record<string, string> = {}) => ({
  ...(key !== undefined && { 'x-private-key': key }),
  ...extra,
});

async function envelopeOf(response: Response): Promise<Envelope> {
  carriesTheHeadersOfAll(response.headers);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  return (await response.json()) as Envelope;
}

/** Calls a procedure like a tRPC client. */
async function ask(name: OperationName, caller: Caller, fields: Input = {}, extra?: Record<string, string>) {
  const input = JSON.stringify({ ...(caller.spaceId !== undefined && { spaceId: caller.spaceId }), ...fields });
  const response =
    operations[name].method === 'GET'
      ? await send({
          method: 'GET',
          path: `/trpc/${name}?${new URLSearchParams({ input }).toString()}`,
          headers: headersOf(caller, extra),
        })
      : await send({
          ...{ method: 'POST', path: `/trpc/${name}`, body: input },
          headers: headersOf(caller, { 'content-type': 'application/json', ...extra }),
        });
  return { status: response.status, headers: response.headers, ...(await envelopeOf(response)) };
}

async function answered<Name extends OperationName>(name: Name, caller: Caller, fields?: Input): Promise<OutputOf<Name>> {
  const { status, result, error } = await ask(name, caller, fields);
  expect(status, `${name}: ${error?.message}`).toBe(200);
  expect(contract()[name].output.safeParse(result?.data).error, name).toBeUndefined();
  return result!.data as OutputOf<Name>;
}

additions('/trpc', () => {
  addition('shares a meeting with /hub', async () => {
    const { spaceId, ownerPrivateKey: key } = await answered('createSpace', {}, { name: 'Bridge', description: '' });
    const owner = { spaceId, key };
    const { publicInvitationKey } = await answered('createInvitation', owner);
    const joined = await answered('joinSpace', { spaceId, key: publicInvitationKey }, { name: 'Ada' });
    expect(joined).toHaveProperty('participantPrivateKey');
    const { id } = await answered('createArtifact', owner, { name: 'Plan', type: 'markdown', content: '# Plan' });
    await answered('lockArtifact', owner, { artifactId: id });
    await answered('writeArtifact', owner, { artifactId: id, content: '# Ours' });
    await answered('sendMessage', owner, { content: 'By tRPC' });
    await covers('sendMessage', 200, owner, { content: 'By REST' });
    const { messages, ...page } = await answered('listMessages', owner);
    expect(messages.map(({ content }) => content)).toEqual(['By tRPC', 'By REST']);
    expect(page.artifacts).toMatchObject([{ id, version: 2 }]);
    expect((await covers('listMessages', 200, owner)).body.messages).toEqual(messages);
    await answered('closeSpace', owner);
    await covers('sendMessage', 409, owner, { content: 'Late' });
  });

  addition('refuses with the same status and code as /hub', async () => {
    const { owner, guest, invitation, artifactId } = await everybody();
    await covers('lockArtifact', 200, owner, { artifactId });
    for (const [name, caller, fields, httpStatus, code] of [
      ['getSpace', { spaceId: owner.spaceId }, {}, 401, 'key_missing'],
      ['sendMessage', invitation, { content: 'Hello' }, 401, undefined],
      ['sendMessage', owner, { content: 7 }, 400, 'invalid_request'],
      ['getArtifact', owner, { artifactId: randomUUID() }, 404, undefined],
      ['lockArtifact', guest, { artifactId }, 423, 'locked'],
    ] as const) {
      const { status, error, headers } = await ask(name, caller, fields);
      expect(status, name).toBe(httpStatus);
      expect(error, name).toMatchObject({ message: expect.any(String), data: { httpStatus, code: expect.any(String) } });
      if (code !== undefined) expect(error!.data.code).toBe(code);
      if (status === 401) expect(headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata="/);
    }
  });

  addition('answers each call of a batch separately', async () => {
    const owner = await openSpace();
    await say(owner, 'Hello');
    const inputs = JSON.stringify({ 0: { spaceId: owner.spaceId }, 1: { spaceId: owner.spaceId }, 2: { spaceId: randomUUID() } });
    const query = new URLSearchParams({ batch: '1', input: inputs }).toString();
    const path = `/trpc/getSpace,listMessages,getSpace?${query}`;
    const response = await send({ method: 'GET', path, headers: headersOf(owner) });
    expect(response.status).toBe(207);
    const [space, page, other] = (await envelopeOf(response)) as unknown as Envelope[];
    expect(space!.result!.data).toMatchObject({ spaceId: owner.spaceId });
    expect(page!.result!.data).toMatchObject({ messages: [{ content: 'Hello' }] });
    expect(other!.error).toMatchObject({ data: { httpStatus: 404 } });
  });

  addition('applies a write once, however often it is sent with the same Idempotency-Key', async () => {
    const owner = await openSpace();
    const key = { 'idempotency-key': randomUUID() };
    const [first, second] = [
      await ask('sendMessage', owner, { content: 'Once' }, key),
      await ask('sendMessage', owner, { content: 'Once' }, key),
    ];
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.result).toEqual(first.result);
    expect((await covers('listMessages', 200, owner)).body.messages).toHaveLength(1);
  });

  addition('404 for a procedure that does not exist, and 401 for a key of another space', async () => {
    const response = await send({ method: 'GET', path: '/trpc/rob' });
    expect([response.status, (await envelopeOf(response)).error?.data.httpStatus]).toEqual([404, 404]);
    const [owner, other] = [await openSpace(), await join(await openSpace())];
    const { status } = await ask('listMessages', { spaceId: owner.spaceId, key: other.key });
    expect(status).toBe(401);
  });
});
