import { a2aSends, toolCalls } from '../agents.ts';
import type { Load } from '../load/closed-loop.ts';
import { openMeeting, sends } from '../meeting.ts';
import { startParley } from '../parley.ts';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import type { Measure } from '../stage.ts';
import { atMost, micros, type Goal, type Row } from '../table.ts';

const clients = 32;

/** What MCP, in both revisions, and A2A add to sending a message. */
export const agents: Measure = async ({ pace: { rounds, ms }, generator, place }) => {
  const server = await startParley(place);
  try {
    const meeting = await openMeeting(server.url, 5);
    const load = (requests: readonly Buffer[]) => () =>
      generator.ask({ port: server.port, probe: server.probe, requests, clients, ms });
    const ways = {
      rest: load(sends([meeting])),
      modern: load(toolCalls('2026-07-28', meeting)),
      legacy: load(toolCalls('2025-11-25', meeting)),
      a2a: load(a2aSends(meeting)),
    };
    await alternate(1, ways);
    const results = await alternate(rounds, ways);
    const row = (work: string, loads: readonly Load[], goal?: Goal): Row => ({
      work: `${work}, ${clients} clients: CPU`,
      value: ratioOf(loads, cpu, results.rest, cpu),
      unit: '× REST',
      goal,
      figures: `${micros(medianOf(loads, cpu))} against ${micros(medianOf(results.rest, cpu))} per request`,
    });
    return [
      row('send_message over MCP 2026-07-28', results.modern, atMost(2.5)),
      row('send_message over MCP 2025-11-25', results.legacy, atMost(2.5)),
      row('sendMessage over A2A', results.a2a),
    ];
  } finally {
    await server.stop();
  }
};

const cpu = ({ cpuMicros }: Load): number => cpuMicros;
