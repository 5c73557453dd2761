import type { Api } from './model.ts';

interface Message {
  role: string;
  content?: string | { text?: string }[] | null;
}

/** The Chat Completions API over SSE, as far as opencode needs it. */
export const chatApi: Api = {
  read({ url = '' }, body) {
    if (!url.includes('/chat/completions')) return undefined;
    const { messages, tools = [] } = JSON.parse(body) as { messages: Message[]; tools?: { function: { name: string } }[] };
    const last = messages.findLastIndex(({ role }) => role === 'assistant' || role === 'system');
    const told = messages
      .slice(last + 1)
      .map(({ content }) => (Array.isArray(content) ? content.map(({ text }) => text).join('\n') : content));
    return { tools: tools.map((each) => each.function.name), told: told.join('\n') };
  },
  write(response, _, move, number) {
    const call = 'call' in move && {
      index: 0,
      id: `call${number}`,
      type: 'function',
      function: { name: move.call, arguments: JSON.stringify(move.args) },
    };
    const delta = call
      ? { role: 'assistant', tool_calls: [call] }
      : { role: 'assistant', content: 'say' in move ? move.say : '' };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const chunk = (choice: object) =>
      response.write(
        `data: ${JSON.stringify({ id: `c${number}`, object: 'chat.completion.chunk', created: 0, model: 'scripted', choices: [{ index: 0, ...choice }] })}\n\n`,
      );
    chunk({ delta, finish_reason: null });
    chunk({ delta: {}, finish_reason: call ? 'tool_calls' : 'stop' });
    response.end('data: [DONE]\n\n');
  },
};
