import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const lastAnswersMs = 5_000;
const lookEveryMs = 50;

/** When the server closes, it ends streams first, then connections as they become idle, and after a timeout all others. */
export function endConnectionsOnClose(app: FastifyInstance, endStreams: () => void): void {
  const { server } = app;
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });

  app.addHook('preClose', async () => {
    endStreams();
    const endIdle = () => {
      server.closeIdleConnections();
      // Node does not count them as idle: clients open connections in advance.
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    };
    const idle = setInterval(endIdle, lookEveryMs);
    const rest = setTimeout(() => open.forEach((socket) => socket.destroy()), lastAnswersMs);
    server.once('close', () => {
      clearInterval(idle);
      clearTimeout(rest);
    });
  });
}
