import type { Api } from './model.ts';

interface Part {
  text?: string;
  functionResponse?: { response?: unknown };
}

interface Request {
  tools?: { functionDeclarations?: { name: string }[] }[];
  contents?: { role?: string; parts?: Part[] }[];
}

/** The Gemini API, as far as Gemini CLI needs it. */
export const geminiApi: Api = {
  read({ url = '' }, body) {
    if (!/generateContent/i.test(url)) return undefined;
    const { tools = [], contents = [] } = JSON.parse(body) as Request;
    const names = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations).map(({ name }) => name);
    const last = contents.findLastIndex(({ role }) => role === 'model');
    return {
      tools: names,
      told: contents
        .slice(last + 1)
        .flatMap(({ parts = [] }) => parts.map(toldIn))
        .join('\n'),
    };
  },
  write(response, { url = '' }, move) {
    const part = 'say' in move ? { text: move.say } : { functionCall: { name: move.call, args: move.args } };
    const answer = JSON.stringify({
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      modelVersion: 'scripted',
    });
    const isStream = /stream/i.test(url);
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
    response.end(isStream ? `data: ${answer}\n\n` : answer);
  },
};

const toldIn = ({ text = '', functionResponse }: Part): string =>
  functionResponse
    ? Object.values(functionResponse.response ?? {})
        .map(String)
        .join('\n')
    : text;
