// LangGraph: a person approves what a node does. `interrupt` ends the graph, and `Command` continues it with what was decided.
import { ToolMessage } from '@langchain/core/messages';
import { Command, END, INTERRUPT, interrupt, MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { Approvals } from './approval.mjs';

export async function work({ model, space, prompt, deploy }) {
  const approvals = new Approvals(space);
  const guarded = approvals.guard('deploy', deploy);
  const callsOf = ({ messages }) => messages.at(-1).tool_calls ?? [];

  async function tools(state) {
    // All are asked before one runs, because each interruption begins the node again.
    const answers = callsOf(state).map(({ id, name, args }) => interrupt({ id, tool: name, input: args }));
    const done = callsOf(state).map(async ({ id, args }, i) => {
      const { isApproved, reason } = answers[i];
      const content = isApproved ? await guarded(args).catch(({ message }) => message) : reason;
      return new ToolMessage({ tool_call_id: id, content });
    });
    return { messages: await Promise.all(done) };
  }

  const graph = new StateGraph(MessagesAnnotation)
    .addNode('model', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
    .addNode('tools', tools)
    .addEdge(START, 'model')
    .addConditionalEdges('model', (state) => (callsOf(state).length > 0 ? 'tools' : END))
    .addEdge('tools', 'model')
    // In production one that stores: then another process can continue.
    .compile({ checkpointer: new MemorySaver() });

  const thread = { configurable: { thread_id: space.spaceId } };
  let state = await graph.invoke({ messages: [{ role: 'user', content: prompt }] }, thread);
  while (state[INTERRUPT])
    state = await graph.invoke(new Command({ resume: await approvals.ask(state[INTERRUPT][0].value) }), thread);
  return state.messages.at(-1).content;
}
