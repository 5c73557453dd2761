import { hostile } from '@parley/testing';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

const [escapes] = hostile.controls;

/** Which values a hostile server replaces. */
export const poisons = {
  numbers: (_: string, value: unknown) => typeof value === 'number',
  enums: (field: string) => /^(type|state|status|outcome|expects|reach|speaker|code|reason)$/.test(field),
  ids: (field: string) => /(^id|Id|lockedBy|replyTo|to)$/.test(field),
  times: (field: string) => /(At|timestamp)$/.test(field),
  texts: (field: string, value: unknown) => typeof value === 'string' && !/(^id|Id|Key|Link)$/.test(field),
} as const;

export type Poison = keyof typeof poisons;

/** A server between the command and a real one, which replaces values in answers and events by escape sequences. */
export async function hostileProxy(target: string): Promise<{ url: string; poison: Poison | undefined }> {
  const proxy: { url: string; poison: Poison | undefined } = { url: '', poison: undefined };
  const poisoned = (json: string): string =>
    JSON.stringify(JSON.parse(json), (field, value: unknown) =>
      proxy.poison && field && poisons[proxy.poison](field, value) && typeof value !== 'object' ? escapes : value,
    );
  const server = createServer(async (request, response) => {
    const { host: _, 'accept-encoding': __, ...headers } = request.headers;
    const body = await buffer(request);
    const answer = await fetch(target + request.url!, {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body }),
      redirect: 'manual',
    });
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'content-type': type });
    if (!type.startsWith('text/event-stream')) {
      const text = await answer.text();
      return response.end(type.includes('json') ? poisoned(text) : text + escapes);
    }
    let rest = '';
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop()!;
      for (const line of lines)
        response.write(`${line.replace(/^data: (.*)$/, (_all, data: string) => `data: ${poisoned(data)}`)}\n`);
    }
    return response.end();
  });
  server.on('clientError', (_, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}
