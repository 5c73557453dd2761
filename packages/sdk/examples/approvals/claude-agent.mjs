// Claude Agent SDK: a person approves what a tool does. `canUseTool` waits for the decision.
import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';
import { Approvals } from './approval.mjs';

/** @param options - More of `query`, such as its `model`. */
export async function work({ space, prompt, deploy, options }) {
  const approvals = new Approvals(space);
  const guarded = approvals.guard('mcp__release__deploy', deploy);
  const deployment = tool('deploy', 'Deploys a version', { version: z.string() }, async (input) => ({
    content: [{ type: 'text', text: await guarded(input) }],
  }));

  async function canUseTool(name, input, { toolUseID, signal }) {
    const { isApproved, reason } = await approvals.ask({ id: toolUseID, tool: name, input }, { signal });
    return isApproved ? { behavior: 'allow', updatedInput: input } : { behavior: 'deny', message: reason };
  }

  const mcpServers = { release: createSdkMcpServer({ name: 'release', tools: [deployment] }) };
  for await (const message of query({ prompt, options: { ...options, mcpServers, canUseTool } }))
    if (message.type === 'result') return message.result;
}
