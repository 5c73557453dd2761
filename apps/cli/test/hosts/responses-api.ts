import type { Api, Move } from './model.ts';

interface Item {
  type?: string;
  role?: string;
  output?: unknown;
  content?: unknown;
}

interface Tool {
  type: string;
  name?: string;
  tools?: { name: string }[];
}

/** The Responses API over SSE, as far as Codex CLI needs it. The tools of an MCP server are a namespace. */
export const responsesApi: Api = {
  read({ url = '' }, body) {
    if (!url.includes('/responses')) return undefined;
    const { input, tools = [] } = JSON.parse(body) as { input: Item[]; tools?: Tool[] };
    const names = tools.flatMap(({ name = '', tools: inner }) => (inner ? inner.map((each) => `${name}.${each.name}`) : [name]));
    const last = input.findLastIndex(({ type, role }) => type === 'function_call' || role === 'assistant');
    return {
      tools: names,
      told: input
        .slice(last + 1)
        .map(textIn)
        .join('\n'),
    };
  },
  write(response, _, move, number) {
    const id = `r${number}`;
    const item = itemOf(move, number);
    const usage = { input_tokens: 1, input_tokens_details: null, output_tokens: 1, output_tokens_details: null, total_tokens: 2 };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const event = (type: string, rest: object) =>
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`);
    event('response.created', { response: { id } });
    event('response.output_item.added', { output_index: 0, item });
    event('response.output_item.done', { output_index: 0, item });
    event('response.completed', { response: { id, usage } });
    response.end();
  },
};

function itemOf(move: Move, number: number): object {
  if ('say' in move)
    return { type: 'message', id: `m${number}`, role: 'assistant', content: [{ type: 'output_text', text: move.say }] };
  const [, namespace, name = move.call] = /^(.*)\.(.*)$/.exec(move.call) ?? [];
  const call = { name, arguments: JSON.stringify(move.args), ...(namespace !== undefined && { namespace }) };
  return { type: 'function_call', id: `fc${number}`, call_id: `call${number}`, ...call };
}

/** All strings in a value. */
function textIn(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? Object.values(value).map(textIn).join('\n') : '';
}
