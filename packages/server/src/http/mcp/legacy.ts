import { WebStandardStreamableHTTPServerTransport, type Server } from '@modelcontextprotocol/server';
import type { Message } from './message.ts';

/** Answers a message of a 2025 client without a session, as JSON: a stream for a single answer would only cost more. */
export async function serveLegacy(server: Server, request: Request, message: Message): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const close = () => void server.close();
  request.signal.addEventListener('abort', close, { once: true });
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    request.signal.removeEventListener('abort', close);
    close();
  }
}
