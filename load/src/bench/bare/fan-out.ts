import { createServer, type AddressInfo, type Socket } from 'node:net';
import { answerJobs } from '../../process/child.ts';

/**
 * A minimal fan-out: one pre-encoded buffer to every socket. A client that sends `stream` listens;
 * every byte from any other client is one message to all listeners.
 */
const listeners = new Set<Socket>();
let frame = Buffer.alloc(0);

const server = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => socket.destroy());
  socket.on('close', () => listeners.delete(socket));
  socket.on('data', (chunk: Buffer) => {
    if (chunk.toString('latin1') === 'stream') {
      listeners.add(socket);
      socket.write('.');
      return;
    }
    for (let i = 0; i < chunk.length; i += 1) for (const listener of listeners) listener.write(frame);
  });
});

answerJobs(async ({ frameBytes }: { frameBytes: number }) => {
  frame = Buffer.alloc(frameBytes, 'x');
  if (!server.listening)
    await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, resolve));
  return (server.address() as AddressInfo).port;
});
