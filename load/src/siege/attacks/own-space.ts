import { requestBytes } from '../../load/request.ts';
import type { Ask, Attacker } from '../attacker.ts';

const contentOf = (bytes: number): string => `https://${'x'.repeat(bytes - 8)}`;
const largest = 1024 * 1024;

/** A space of the attacker's own. */
export interface OwnSpace {
  spaceId: string;
  ownerKey: string;
  path: string;
}

export async function openSpace(attacker: Attacker, from = attacker.address(), ttl = 3_600): Promise<OwnSpace> {
  const body = { name: 'Siege', description: 'Of an attacker', ttl };
  const { spaceId, ownerPrivateKey } = await attacker.need({ from, method: 'POST', path: '/hub/space', body });
  return { spaceId: spaceId!, ownerKey: ownerPrivateKey!, path: `/hub/space/${spaceId}` };
}

/** Fills a space with artifacts of 1 MiB. */
export async function fillWithArtifacts(attacker: Attacker, { path, ownerKey: key }: OwnSpace, count: number): Promise<void> {
  const from = attacker.address();
  await attacker.prepare(count, 4, (i) =>
    attacker.need({
      from,
      method: 'POST',
      path: `${path}/artifact`,
      key,
      body: { name: `${i}.md`, type: 'markdown', content: 'x'.repeat(largest - 1_024) },
    }),
  );
}

/** Sends messages of nearly 1 MiB to a space. */
export async function fillWithMessages(attacker: Attacker, space: OwnSpace, count: number): Promise<void> {
  const sending = largeMessage(attacker, space);
  await attacker.prepare(count, 4, () => attacker.need(sending));
}

export const largeMessage = (attacker: Attacker, { path, ownerKey: key }: OwnSpace): Ask => ({
  from: attacker.address(),
  method: 'POST',
  path: `${path}/messages`,
  key,
  body: { content: contentOf(largest), type: 'image' },
});

export interface Seat {
  id: string;
  key: string;
}

/** Joins a space several times, each time as a new participant, whose key is used at once. */
export async function mintSeats(
  attacker: Attacker,
  { path, ownerKey }: OwnSpace,
  count: number,
  from = attacker.address(),
): Promise<Seat[]> {
  const { publicInvitationKey } = await attacker.need({ from, method: 'POST', path: `${path}/invite`, key: ownerKey });
  const seats: Seat[] = [];
  await attacker.prepare(count, 8, async (i) => {
    const joining = { from, method: 'POST', path: `${path}/join`, key: publicInvitationKey, body: { name: `Many ${i}` } };
    const { participantId, participantPrivateKey: key } = await attacker.need(joining);
    await attacker.need({ from, path: `${path}/messages?limit=1`, key: key! });
    seats.push({ id: participantId!, key: key! });
  });
  return seats;
}

export const mintKeys = async (...minted: Parameters<typeof mintSeats>): Promise<string[]> =>
  (await mintSeats(...minted)).map(({ key }) => key);

export const streamOf = ({ path, ownerKey }: OwnSpace, key = ownerKey): Buffer =>
  requestBytes({ method: 'GET', path: `${path}/messages/stream`, key });

export const subscriptionTo = ({ spaceId, ownerKey }: OwnSpace, key = ownerKey): Buffer =>
  requestBytes({ method: 'GET', path: `/trpc/streamMessages?input=${encodeURIComponent(JSON.stringify({ spaceId }))}`, key });

/** A call of an MCP tool, as a client of 2025 sends it. */
export const toolCall = (name: string, args: object) => mcpRequest('tools/call', { name, arguments: args });

export const mcpRequest = (method: string, params: object) => ({
  method: 'POST' as const,
  path: '/mcp',
  headers: ['Accept: application/json, text/event-stream'],
  body: { jsonrpc: '2.0', id: 1, method, params },
});
