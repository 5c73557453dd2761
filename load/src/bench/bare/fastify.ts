import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { answerJobs } from '../../process/child.ts';

const app = fastify();
app.post<{ Body: { type: string } }>('/', async ({ body }) => ({ messageId: randomUUID(), type: body.type }));

answerJobs(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
});
