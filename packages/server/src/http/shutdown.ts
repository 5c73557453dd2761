import type { FastifyInstance } from 'fastify';

const lastAnswersMs = 5_000;
const lookEveryMs = 50;

/** When the server closes, it ends streams first, then connections as they become idle, and after a timeout all others. */
export function endConnectionsOnClose(app: FastifyInstance, endStreams: () => void): void {
  app.addHook('preClose', async () => {
    endStreams();
    const { server } = app;
    const idle = setInterval(() => server.closeIdleConnections(), lookEveryMs);
    const rest = setTimeout(() => server.closeAllConnections(), lastAnswersMs);
    server.once('close', () => {
      clearInterval(idle);
      clearTimeout(rest);
    });
  });
}
