import { setTimeout as sleep } from 'node:timers/promises';
import type { Load } from '../load/closed-loop.ts';
import { requestBytes } from '../load/request.ts';
import { paced, Sender } from '../load/paced.ts';
import { openMeeting, sends, type Meeting } from '../meeting.ts';
import { content } from '../message.ts';
import { startParley, type ParleyServer } from '../parley.ts';
import { usageOf } from '../probe/usage.ts';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import type { Measure } from '../stage.ts';
import { startCrowd } from '../streams/crowd.ts';
import { atMost, micros, type Row } from '../table.ts';

const clients = 32;
const accept = 'Accept: application/json, text/event-stream';
const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** What MCP adds to sending a message, in both revisions, and what its subscribers cost. */
export const mcp: Measure = async ({ pace: { rounds, ms, quick }, generator, place }) => {
  const server = await startParley(place);
  try {
    const meeting = await openMeeting(server.url, 5);
    const load = (requests: readonly Buffer[]) => () =>
      generator.ask({ port: server.port, probe: server.probe, requests, clients, ms });
    const ways = { rest: load(sends([meeting])), modern: load(calls(meeting, modern)), legacy: load(calls(meeting)) };
    await alternate(1, ways);
    const results = await alternate(rounds, ways);
    const row = (revision: string, loads: readonly Load[]): Row => ({
      work: `send_message over MCP ${revision}, ${clients} clients: CPU`,
      value: ratioOf(loads, cpu, results.rest, cpu),
      unit: '× REST',
      goal: atMost(2.5),
      figures: `${micros(medianOf(loads, cpu))} against ${micros(medianOf(results.rest, cpu))} per request`,
    });
    return [row('2026-07-28', results.modern), row('2025-11-25', results.legacy), await subscribers(server, quick ? 300 : 1_000)];
  } finally {
    await server.stop();
  }
};

const cpu = ({ cpuMicros }: Load): number => cpuMicros;

/** A call of `send_message` for each member of a meeting. */
const calls = ({ spaceId, keys }: Meeting, meta?: object): Buffer[] =>
  keys.map((key) =>
    message(
      key,
      'tools/call',
      { name: 'send_message', arguments: { spaceId, content }, ...(meta && { _meta: meta }) },
      meta && 'send_message',
    ),
  );

function message(key: string, method: string, params: object, name?: string): Buffer {
  const headers = name === undefined ? [] : ['MCP-Protocol-Version: 2026-07-28', `Mcp-Method: ${method}`, `Mcp-Name: ${name}`];
  return requestBytes({
    method: 'POST',
    path: '/mcp',
    key,
    body: { jsonrpc: '2.0', id: 1, method, params },
    headers: [accept, ...headers],
  });
}

const changesPerSecond = 5;

/** What it costs to tell each of many subscribers that there is a new message. */
async function subscribers(server: ParleyServer, count: number): Promise<Row> {
  const meeting = await openMeeting(server.url);
  const crowd = startCrowd();
  const sender = await Sender.open(server.port, 1);
  try {
    const request = message(meeting.ownerKey, 'resources/subscribe', { uri: `parley://spaces/${meeting.spaceId}/messages` });
    await crowd.ask({ do: 'listen', group: 'mcp', port: server.port, count, request });
    await crowd.ask({ do: 'count', group: 'mcp' });
    const [send] = sends([meeting]);
    const before = await usageOf(server.probe);
    const sent = await paced({ perSecond: changesPerSecond, ms: 2_000, send: () => sender.send(send!) });
    await sleep(1_000);
    const after = await usageOf(server.probe);
    const { least } = await crowd.ask({ do: 'count', group: 'mcp' });
    if (least === 0) throw new Error('a subscriber was not told');
    const each = (after.cpuMicros - before.cpuMicros) / (sent * count);
    return {
      work: `tell ${count.toLocaleString('en')} MCP subscribers of a message: CPU`,
      value: each,
      unit: 'µs each',
      goal: atMost(50),
      figures: `${changesPerSecond} messages a second`,
    };
  } finally {
    sender.close();
    await crowd.stop();
  }
}
