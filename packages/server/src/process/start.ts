import type { Logger } from 'pino';
import { readConfig, type Config } from '../config.ts';
import { createLogger } from '../surfaces/wire/log.ts';
import { readableTo } from '../surfaces/wire/readable-log.ts';
import { startFailure } from './start-failure.ts';

/** Starts a server, or supervises those of all cores; what stops it from starting is said, and ends the process. */
export async function start(environment: NodeJS.ProcessEnv): Promise<void> {
  try {
    const isTerminal = process.stdout.isTTY;
    const config = readConfig(environment);
    const isGroup = config.PARLEY_WORKERS > 1;
    const { isPrimary, worker } = isGroup ? (await import('node:cluster')).default : { isPrimary: true };
    const destination = isTerminal ? readableTo(process.stdout) : undefined;
    const log = createLogger(config.LOG_LEVEL, destination, worker ? { worker: worker.id } : null);
    if (config.PARLEY_RATE_LIMIT === 0 && isPrimary)
      log.warn('PARLEY_RATE_LIMIT=0: rate limits are off, so a single client can overload the server');
    if (isPrimary) await warnOfLoss(config, environment, log);
    if (isGroup && isPrimary) return (await import('./primary.ts')).supervise(config, log, isTerminal);
    const member = isGroup ? (await import('../host/group/member.ts')).joinGroup(process) : undefined;
    await (await import('./serve.ts')).serve(config, log, isTerminal, member);
  } catch (error) {
    process.stderr.write(`${await startFailure(error, environment)}\n`);
    process.exit(1);
  }
}

/** In a container without a volume, everything seems to work until the container is replaced. */
async function warnOfLoss(config: Config, environment: NodeJS.ProcessEnv, log: Logger): Promise<void> {
  const { DATABASE_URL: url, PARLEY_DATA_DIR: folder, NODE_ENV: mode } = config;
  if (url !== undefined || mode !== 'production') return;
  const place = (await import('../host/ephemeral.ts')).ephemeral(folder, environment);
  if (place === undefined) return;
  log.warn(`${folder} is ${place}: all data is lost with it. Mount a volume there, or set DATABASE_URL`);
}
