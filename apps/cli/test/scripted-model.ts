import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Asked {
  tools?: { functionDeclarations?: { name: string }[] }[];
  contents?: { parts?: { functionResponse?: unknown }[] }[];
}

/** A model behind the Gemini API. It calls one tool, then says that it is done. */
export interface ScriptedModel {
  url: string;
  /** What the host told it about the call, as JSON. */
  readonly told: string[];
  stop(): void;
}

/** Starts a model that calls the first tool whose name contains `tool`. */
export async function startScriptedModel(tool: string, args: object): Promise<ScriptedModel> {
  const told: string[] = [];
  const answerTo = async (request: IncomingMessage): Promise<object> => {
    const { tools = [], contents = [] } = JSON.parse((await text(request)) || '{}') as Asked;
    const names = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations).map(({ name }) => name);
    const results = contents.flatMap(({ parts = [] }) => parts).flatMap(({ functionResponse }) => functionResponse ?? []);
    told.push(...results.map((each) => JSON.stringify(each)));
    const name = results.length === 0 ? names.find((each) => each.includes(tool)) : undefined;
    const part = name ? { functionCall: { name, args } } : { text: 'done' };
    return {
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      modelVersion: 'scripted',
    };
  };
  const server = createServer(async (request, response) => {
    const isStream = /stream/i.test(request.url ?? '');
    const answer = JSON.stringify(await answerTo(request));
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
    response.end(isStream ? `data: ${answer}\n\n` : answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, told, stop: () => void server.close() };
}
