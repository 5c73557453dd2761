// LangGraph: an agent that joins by a link and answers what is directed to it.
// It proposes changes of artifacts, and asks the owner before it makes one itself.
import { SystemMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt';
import { Parley, readInvitation } from '@parley/sdk';
import { approval, inbox, tools } from '@parley/sdk/agents';

const instructions =
  'You take part in a meeting. Answer the message in a sentence. To change an artifact, read it, and call propose_edit. ' +
  'Call edit_artifact only if a message asks for the change itself.';

/** @param model - For example `new ChatOpenAI({ model: 'gpt-5.2' })` of `@langchain/openai`. */
export async function work({ model, invitation, space: kept }) {
  const space = kept ?? (await new Parley({ baseUrl: readInvitation(invitation).baseUrl }).join(invitation, { name: 'Scribe' }));

  /** The owner is asked before the tool runs. The model reads why it did not. */
  const asking = (execute) => async (input, options) => {
    const question = { title: `Edit ${input.artifactId}?`, text: JSON.stringify(input, null, 2).replace(/^/gm, '    ') };
    const { isApproved, reason } = await approval(space, question, { signal: options.signal });
    return isApproved ? execute(input, options) : reason;
  };

  const given = tools(space, { only: ['get_artifact', 'propose_edit', 'edit_artifact'] }).map(
    ({ execute, inputSchema: schema, ...words }) =>
      tool(words.name === 'edit_artifact' ? asking(execute) : execute, { ...words, schema }),
  );
  const said = async ({ messages }) => ({ messages: [await model.bindTools(given).invoke(messages)] });
  const nodes = new StateGraph(MessagesAnnotation).addNode('model', said).addNode('tools', new ToolNode(given));
  const graph = nodes.addEdge(START, 'model').addConditionalEdges('model', toolsCondition).addEdge('tools', 'model').compile();

  for await (const item of inbox(space)) {
    if (item.expects === 'nothing') continue;
    const question = { messages: [new SystemMessage(instructions), { role: 'user', content: item.text }] };
    const { messages } = await graph.invoke(question, { signal: item.signal });
    await item.reply(messages.at(-1)?.text ?? '').catch(({ message }) => process.stderr.write(`${message}\n`));
  }
}
