// OpenAI Agents SDK: a person approves what a tool with `needsApproval` does. The run is interrupted, and continues from its state.
import { Agent, run, tool } from '@openai/agents';
import { z } from 'zod';
import { Approvals } from './approval.mjs';

export async function work({ model, space, prompt, deploy }) {
  const approvals = new Approvals(space);
  const deployment = tool({
    name: 'deploy',
    description: 'Deploys a version',
    parameters: z.object({ version: z.string() }),
    needsApproval: true,
    execute: approvals.guard('deploy', deploy),
    errorFunction: (_, { message }) => message,
  });
  const agent = new Agent({ name: 'Release', instructions: 'Deploy what is asked for.', model, tools: [deployment] });

  let result = await run(agent, prompt);
  while (result.interruptions.length > 0) {
    const { state } = result;
    await Promise.all(result.interruptions.map((item) => decided(state, item)));
    result = await run(agent, state);
  }
  return result.finalOutput;

  async function decided(state, item) {
    const { callId, name, arguments: json } = item.rawItem;
    const { isApproved, reason } = await approvals.ask({ id: callId, tool: name, input: JSON.parse(json) });
    if (isApproved) state.approve(item);
    else state.reject(item, { message: reason });
  }
}
