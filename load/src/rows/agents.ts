import { a2aSends, toolCalls } from '../agents.ts';
import { cpuCosts } from '../cost.ts';
import { cpu, warmed, type Load } from '../load/load.ts';
import { openMeeting, sends } from '../meeting.ts';
import { alternate, medianOf, ratioOf } from '../rounds.ts';
import type { Measure, Prepare, Stage } from '../stage.ts';
import { atMost, micros, type Row } from '../table.ts';

const clients = 32;
const names = {
  modern: `send_message over MCP 2026-07-28, ${clients} clients`,
  legacy: `send_message over MCP 2025-11-25, ${clients} clients`,
  a2a: `sendMessage over A2A, ${clients} clients`,
};

/** What MCP adds to sending a message, in both revisions. */
export const agents: Measure = async (stage) => {
  const { rest, modern, legacy } = await sending(stage);
  const ways = { rest, modern, legacy };
  const results = await alternate(stage.pace.rounds, ways);
  return (['modern', 'legacy'] as const).map((way): Row => {
    const loads = results[way];
    return {
      work: `${names[way]}: CPU`,
      value: ratioOf(loads, cpu, results.rest, cpu),
      unit: '× REST',
      goal: atMost(2),
      figures: `${micros(medianOf(loads, cpu))} against ${micros(medianOf(results.rest, cpu))} per request`,
    };
  });
};

export const agentsCosts: Prepare = async (stage) => {
  const { modern, legacy, a2a } = await sending(stage);
  return cpuCosts({ [names.modern]: modern, [names.legacy]: legacy, [names.a2a]: a2a });
};

async function sending(stage: Stage): Promise<Record<'rest' | keyof typeof names, () => Promise<Load>>> {
  const { url, port, probe } = await stage.serve();
  const meeting = await openMeeting(url, 5);
  const load = (requests: readonly Buffer[]) => warmed(stage.generator, { port, probe, requests, clients, ms: stage.pace.ms });
  return {
    rest: await load(sends([meeting])),
    modern: await load(toolCalls('2026-07-28', meeting)),
    legacy: await load(toolCalls('2025-11-25', meeting)),
    a2a: await load(a2aSends(meeting)),
  };
}
