import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Follows a stream and reports the number of every message `hop <number>`. */
export async function seenOn(port: number, request: Buffer, seen: (number: number) => void): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  let rest = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    const text = rest + chunk;
    const end = text.lastIndexOf('\n\n');
    for (const [, number] of text.slice(0, end + 1).matchAll(/"content":"hop (\d+)/g)) seen(Number(number));
    rest = end < 0 ? text : text.slice(end + 1);
  });
  socket.write(request);
  await once(socket, 'data');
  return socket;
}
