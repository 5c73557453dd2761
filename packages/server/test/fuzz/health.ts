import { exchange } from './wire.ts';

const probe = Buffer.from('GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
const patienceMs = 60_000;

/** Whether the event loop is still responsive. */
export async function isHealthy(port: number): Promise<boolean> {
  const { replies } = await exchange(port, probe, { patienceMs });
  return replies[0]?.status === 200;
}
