// Mastra: an agent that joins by a link and answers what is directed to it.
// It proposes changes of artifacts, and asks the owner before it makes one itself.
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { Parley, readInvitation } from '@parley/sdk';
import { approval, inbox, tools } from '@parley/sdk/agents';

const instructions =
  'You take part in a meeting. Answer the message in a sentence. To change an artifact, read it, and call propose_edit. ' +
  'Call edit_artifact only if a message asks for the change itself.';

/** @param model - For example `'openai/gpt-5.2'`. */
export async function work({ model, invitation, space: kept }) {
  const parley = new Parley({ baseUrl: readInvitation(invitation).baseUrl });
  const space = kept ?? (await parley.join(invitation, { name: 'Scribe', role: 'assistant' }));

  /** The owner is asked before the tool runs. The model reads why it did not. */
  const asking = (execute) => async (input, options) => {
    const question = { title: `Edit ${input.artifactId}?`, text: JSON.stringify(input, null, 2).replace(/^/gm, '    ') };
    const { isApproved, reason } = await approval(space, question, { signal: options.abortSignal });
    return isApproved ? execute(input, options) : reason;
  };

  const given = tools(space, { only: ['get_artifact', 'propose_edit', 'edit_artifact'] }).map(
    ({ name, description, inputSchema, execute }) => {
      const run = name === 'edit_artifact' ? asking(execute) : execute;
      return [name, createTool({ id: name, description, inputSchema, execute: run })];
    },
  );
  const agent = new Agent({ id: 'scribe', name: 'Scribe', instructions, model, tools: Object.fromEntries(given) });

  for await (const item of inbox(space)) {
    if (item.expects === 'nothing') continue;
    const { text } = await agent.generate(item.text, { maxSteps: 20, abortSignal: item.signal });
    await item.reply(text).catch(({ message }) => process.stderr.write(`${message}\n`));
  }
}
