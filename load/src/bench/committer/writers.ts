import { createHash, randomUUID } from 'node:crypto';
import { createLogger, readConfig, startParley } from '@parley/server';
import { answerJobs } from '../../process/child.ts';
import { content } from '../../clients/message.ts';
import { quantile } from '../../measure/statistics.ts';

// `--against` asks the writers of other commits for the same jobs, so these two do not change.

export interface Writing {
  writers: number;
  spaces: 'one' | 'many';
  /** With an Idempotency-Key on every write. */
  keyed: boolean;
  ms: number;
}

export interface Written {
  perSecond: number;
  /** CPU time of this process per write. */
  cpuMicros: number;
  p50Ms: number;
  p99Ms: number;
}

/** Parley without HTTP, in its own process. */
const settings = JSON.parse(process.env['BENCH_SETTINGS']!) as Record<string, string>;
const parley = await startParley(readConfig(settings), createLogger('silent'));
const { pipeline } = parley;
const many = await Promise.all(Array.from({ length: 1_000 }, open));
const one = many.slice(0, 1);

async function open() {
  const { answer } = await pipeline.run('createSpace', { name: 'Planning', description: '', privacy: 'public', ttl: 86_400 }, {});
  const { spaceId, ownerPrivateKey: key } = answer as { spaceId: string; ownerPrivateKey: string };
  return { spaceId, credential: { key, hash: createHash('sha256').update(key).digest('hex') } };
}

answerJobs(async ({ writers, spaces, keyed, ms }: Writing): Promise<Written> => {
  const places = spaces === 'one' ? one : many;
  const waits: number[] = [];
  const before = process.cpuUsage();
  const start = performance.now();
  const write = async (writer: number) => {
    let place = Math.floor((writer * places.length) / writers);
    for (let sentAt = start; sentAt - start < ms;) {
      const { spaceId, credential } = places[place]!;
      const idempotencyKey = keyed ? randomUUID() : undefined;
      await pipeline.run('sendMessage', { spaceId, content, type: 'text' }, { credential, idempotencyKey });
      const now = performance.now();
      waits.push(now - sentAt);
      sentAt = now;
      place = (place + 1) % places.length;
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, i) => write(i)));
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  return {
    perSecond: waits.length / seconds,
    cpuMicros: (user + system) / waits.length,
    p50Ms: quantile(waits, 0.5),
    p99Ms: quantile(waits, 0.99),
  };
});
