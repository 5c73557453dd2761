import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerJobs } from '../../process/child.ts';

/** A minimal JSON service on Node: read, parse, build, answer. */
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    answer(response, { spaceId: randomUUID(), state: 'open' });
    return;
  }
  read(request, (body) => answer(response, { messageId: randomUUID(), type: (JSON.parse(body) as { type: string }).type }));
});

function read(request: IncomingMessage, done: (body: string) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => done(Buffer.concat(chunks).toString()));
}

function answer(response: ServerResponse, value: object): void {
  const text = JSON.stringify(value);
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

answerJobs(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
});
