// OpenAI Agents SDK: an agent that joins by a link and answers what is directed to it.
// It proposes changes of artifacts, and asks the owner before it makes one itself.
import { Agent, run, tool } from '@openai/agents';
import { Parley, readInvitation } from '@parley/sdk';
import { approval, inbox, tools } from '@parley/sdk/agents';

const instructions =
  'You take part in a meeting. Answer the message in a sentence. To change an artifact, read it, and call propose_edit. ' +
  'Call edit_artifact only if a message asks for the change itself.';

/** @param model - For example `'gpt-5.2'`. */
export async function work({ model, invitation, space: kept }) {
  const parley = new Parley({ baseUrl: readInvitation(invitation).baseUrl });
  const space = kept ?? (await parley.join(invitation, { name: 'Scribe', role: 'assistant' }));

  /** The owner is asked before the tool runs. The model reads why it did not. */
  const asking = (execute) => async (input, options) => {
    const question = { title: `Edit ${input.artifactId}?`, text: JSON.stringify(input, null, 2).replace(/^/gm, '    ') };
    const { isApproved, reason } = await approval(space, question, { signal: options.signal });
    return isApproved ? execute(input, options) : reason;
  };

  const given = tools(space, { only: ['get_artifact', 'propose_edit', 'edit_artifact'] }).map(
    ({ name, description, inputSchema, execute }) => {
      const act = name === 'edit_artifact' ? asking(execute) : execute;
      const parameters = { ...inputSchema, additionalProperties: /** @type {true} */ (true) };
      const called = (input, _, details) => act(input, { signal: details?.signal });
      return tool({ name, description, parameters, strict: false, execute: called });
    },
  );
  const agent = new Agent({ name: 'Scribe', instructions, model, tools: given });

  for await (const item of inbox(space)) {
    if (item.expects === 'nothing') continue;
    const { finalOutput } = await run(agent, item.text, { signal: item.signal, maxTurns: 20 });
    await item.reply(String(finalOutput)).catch(({ message }) => process.stderr.write(`${message}\n`));
  }
}
