// AI SDK 7: a person approves what a tool does. `generateText` returns the requests, and continues with the responses.
import { generateText, isStepCount, jsonSchema, tool } from 'ai';
import { Approvals } from './approval.mjs';

export async function work({ model, space, prompt, deploy }) {
  const approvals = new Approvals(space);
  const inputSchema = jsonSchema({ type: 'object', properties: { version: { type: 'string' } }, required: ['version'] });
  const description = 'Deploys a version';
  const tools = { deploy: tool({ description, inputSchema, execute: approvals.guard('deploy', deploy) }) };
  const toolApproval = { deploy: 'user-approval' };
  const messages = [{ role: 'user', content: prompt }];

  for (;;) {
    const terms = { model, tools, toolApproval, messages, stopWhen: isStepCount(20) };
    const { text, content, responseMessages } = await generateText(terms);
    messages.push(...responseMessages);
    const requests = content.filter(({ type }) => type === 'tool-approval-request');
    if (requests.length === 0) return text;
    messages.push({ role: 'tool', content: await Promise.all(requests.map(responded)) });
  }

  async function responded({ approvalId, toolCall: { toolCallId, toolName, input } }) {
    const { isApproved, reason } = await approvals.ask({ id: toolCallId, tool: toolName, input });
    return { type: 'tool-approval-response', approvalId, approved: isApproved, reason };
  }
}
