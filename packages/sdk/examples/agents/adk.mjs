// Google ADK: an agent that joins by a link and answers what is directed to it.
// It proposes changes of artifacts, and asks the owner before it makes one itself.
import { BaseTool, InMemoryRunner, isFinalResponse, LlmAgent, stringifyContent } from '@google/adk';
import { Parley, readInvitation } from '@parley/sdk';
import { approval, inbox, tools } from '@parley/sdk/agents';

const instruction =
  'You take part in a meeting. Answer the message in a sentence. To change an artifact, read it, and call propose_edit. ' +
  'Call edit_artifact only if a message asks for the change itself.';

/** A tool whose arguments JSON Schema describes. */
class SpaceTool extends BaseTool {
  constructor({ name, description, inputSchema, execute }) {
    super({ name, description });
    this._getDeclaration = () => ({ name, description, parametersJsonSchema: inputSchema });
    this.runAsync = async ({ args }) => ({ result: await execute(args) });
  }
}

/** @param model - For example `'gemini-3-pro'`. */
export async function work({ model, invitation, space: kept }) {
  const space = kept ?? (await new Parley({ baseUrl: readInvitation(invitation).baseUrl }).join(invitation, { name: 'Scribe' }));

  /** The owner is asked before the tool runs. The model reads why it did not. */
  async function beforeToolCallback({ tool: { name }, args }) {
    if (name !== 'edit_artifact') return undefined;
    const question = { title: `Edit ${args.artifactId}?`, text: JSON.stringify(args, null, 2).replace(/^/gm, '    ') };
    const { isApproved, reason } = await approval(space, question);
    return isApproved ? undefined : { result: reason };
  }
  const given = tools(space, { only: ['get_artifact', 'propose_edit', 'edit_artifact'] }).map((each) => new SpaceTool(each));
  const agent = new LlmAgent({ name: 'scribe', instruction, model, tools: given, beforeToolCallback });
  for await (const item of inbox(space)) {
    if (item.expects === 'nothing') continue;
    const newMessage = { role: 'user', parts: [{ text: item.text }] };
    for await (const event of new InMemoryRunner({ agent }).runEphemeral({ userId: 'parley', newMessage }))
      if (isFinalResponse(event))
        await item.reply(stringifyContent(event)).catch(({ message }) => process.stderr.write(`${message}\n`));
  }
}
