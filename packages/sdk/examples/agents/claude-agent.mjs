// Claude Agent SDK: an agent that joins by a link and answers what is directed to it.
// It proposes changes of artifacts, and asks the owner before it makes one itself.
import { query } from '@anthropic-ai/claude-agent-sdk';
import { Parley, readInvitation } from '@parley/sdk';
import { approval, inbox } from '@parley/sdk/agents';

const systemPrompt =
  'You take part in a meeting. Answer the message in a sentence. To change an artifact, read it, and call propose_edit. ' +
  'Call edit_artifact only if a message asks for the change itself.';

/** @param options - More of `query`, such as its `model`. */
export async function work({ invitation, options, space: kept }) {
  const { baseUrl } = readInvitation(invitation);
  const space = kept ?? (await new Parley({ baseUrl }).join(invitation, { name: 'Scribe', role: 'assistant' }));

  // The framework has a client of MCP.
  const headers = { 'X-Private-Key': space.key };
  const mcpServers = { parley: { type: /** @type {const} */ ('http'), url: `${baseUrl}/mcp`, headers } };
  const free = ['mcp__parley__get_artifact', 'mcp__parley__propose_edit'];

  /** The owner is asked before the tool runs. The model reads why it did not. */
  async function canUseTool(name, input, { signal }) {
    if (free.includes(name)) return { behavior: /** @type {const} */ ('allow'), updatedInput: input };
    if (name !== 'mcp__parley__edit_artifact')
      return { behavior: /** @type {const} */ ('deny'), message: 'It is not allowed here' };
    const question = { title: `Edit ${input.artifactId}?`, text: JSON.stringify(input, null, 2).replace(/^/gm, '    ') };
    const { isApproved, reason } = await approval(space, question, { signal });
    return isApproved ? { behavior: 'allow', updatedInput: input } : { behavior: 'deny', message: reason };
  }

  const terms = { systemPrompt, tools: [], ...options, mcpServers, canUseTool };
  for await (const item of inbox(space)) {
    if (item.expects === 'nothing') continue;
    for await (const message of query({ prompt: item.text, options: terms }))
      if (message.type === 'result' && message.subtype === 'success')
        await item.reply(message.result).catch(({ message }) => process.stderr.write(`${message}\n`));
  }
}
