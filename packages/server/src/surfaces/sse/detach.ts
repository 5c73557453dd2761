import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isAnswering } from '../limits/connections.ts';
import { exempt } from '../metrics/requests.ts';

/** What a client can send on the connection of its stream, where nothing is answered any more. */
const mostHeard = 64 * 1024;

/**
 * Ends a response whose head is sent, and keeps its connection: the request, the response and the parser would take more memory than the
 * rest of an idle stream. Whoever writes to the socket ends it.
 */
export function detachFromHttp(response: ServerResponse): void {
  const socket = response.socket!;
  // Node ends the connection of its last response by this method.
  socket.destroySoon = () => {};
  exempt(response);
  response.once('close', () => {
    // Requests that wait behind the stream stay within the limits of their connection.
    if (!socket.destroyed && !isAnswering(socket)) freeParser(socket);
  });
  response.end();
}

/** Calls and removes the listeners by which Node frees a parser at the end of its connection. If they have other names, the parser stays. */
function freeParser(socket: Socket): void {
  const ofNode = (event: string) => socket.listeners(event).filter(({ name }) => name.startsWith('bound socketOn'));
  const [close] = ofNode('close');
  if (!close) return;
  const most = socket.bytesRead + mostHeard;
  // Whoever listens takes the data from the parser. Without reading, nobody would notice the end of the connection.
  socket.on('data', () => socket.bytesRead > most && socket.destroy());
  close();
  for (const event of ['data', 'end', 'drain', 'close'])
    for (const listener of ofNode(event)) socket.off(event, listener as () => void);
  // As the listeners of Node would, it answers the end of the other side with its own.
  socket.allowHalfOpen = false;
  socket.resume();
}
