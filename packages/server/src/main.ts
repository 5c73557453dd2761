#!/usr/bin/env node
import { answerTo, checkCommand, isBackupCommand } from './process/command-line.ts';
import { readConfig } from './config.ts';
import { createLogger } from './http/wire/log.ts';
import { readableTo } from './http/wire/readable-log.ts';
import { serve } from './process/serve.ts';
import { startFailure } from './process/start-failure.ts';

const [command, ...words] = process.argv.slice(2);
if (isBackupCommand(command)) {
  const { runBackupCommand } = await import('./process/backups.ts');
  process.exit(await runBackupCommand(command, words, process.env));
}

const answer = answerTo(process.argv.slice(2));
if (answer) {
  process[answer.exitCode === 0 ? 'stdout' : 'stderr'].write(`${answer.text}\n`);
  process.exit(answer.exitCode);
}

if (process.argv[2] === checkCommand) {
  const { check, shown } = await import('./process/check.ts');
  const findings = await check(process.env);
  process.stdout.write(shown(findings));
  process.exit(findings.every(({ isOk }) => isOk) ? 0 : 1);
}

try {
  const isTerminal = process.stdout.isTTY;
  const config = readConfig(process.env);
  const { isPrimary, worker } = config.PARLEY_WORKERS > 1 ? (await import('node:cluster')).default : { isPrimary: true };
  const destination = isTerminal ? readableTo(process.stdout) : undefined;
  const log = createLogger(config.LOG_LEVEL, destination, worker ? { worker: worker.id } : null);
  if (config.PARLEY_RATE_LIMIT === 0 && isPrimary)
    log.warn('PARLEY_RATE_LIMIT=0: rate limits are off, so a single client can overload the server');
  if (config.PARLEY_WORKERS === 1) await serve(config, log, isTerminal);
  else if (isPrimary) (await import('./process/primary.ts')).supervise(config, log, isTerminal);
  else await serve(config, log, isTerminal, (await import('./group/member.ts')).joinGroup(process));
} catch (error) {
  process.stderr.write(`${await startFailure(error, process.env)}\n`);
  process.exit(1);
}
