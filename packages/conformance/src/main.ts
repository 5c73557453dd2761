#!/usr/bin/env node
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { inspect, promisify } from 'node:util';
import { readArguments, usage, WrongUsage, type Wanted } from './arguments.ts';
import { chapters } from './chapters.ts';
import { reportOf, written } from './report.ts';
import { run, type Result } from './runner/run.ts';
import { Exhausted } from './runner/scope.ts';
import { aim, servedBy, Unreachable } from './target.ts';
import { redacted, remember } from './wire/secrets.ts';

const limitMs = 150_000;

const sessions = process.env['PARLEY_CONFORMANCE_SESSIONS']?.split(',') ?? [];
const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function approve(command: string, address: string): Promise<void> {
  const [program, ...words] = command.split(' ');
  await promisify(execFile)(program!, [...words, address], { timeout: 60_000 });
}

async function hold({ url, json, approve: approving, ...wanted }: Wanted): Promise<boolean> {
  const { specOnly, patienceSeconds } = wanted;
  for (const session of sessions) remember('a dashboard session', session);
  const approver = approving === undefined ? undefined : (address: string) => approve(approving, address);
  aim({ url, served: await servedBy(url), sessions, specOnly, patienceSeconds, approve: approver });
  const told = (result: Result): Result =>
    result.reason === undefined ? result : { ...result, reason: redacted(result.reason) };
  const tell = ({ status, chapter, name }: Result): void => {
    if (status === 'broken') say(`✗ ${chapter} › ${name}`);
  };
  const limit = limitMs + 1000 * patienceSeconds;
  const report = reportOf(url, (await run(chapters(wanted), { ...wanted, limitMs: limit, tell })).map(told));
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
  say(written(report));
  if (report.checks.length === 0) throw new WrongUsage('No check matches this name');
  return report.broken === 0;
}

try {
  const wanted = readArguments(process.argv.slice(2));
  if (wanted) process.exitCode = (await hold(wanted)) ? 0 : 1;
  else say(usage);
} catch (error) {
  const known = error instanceof WrongUsage || error instanceof Unreachable || error instanceof Exhausted;
  process.stderr.write(`${known ? error.message : inspect(error)}\n`);
  if (error instanceof WrongUsage) process.stderr.write(`\n${usage}\n`);
  process.exitCode = 2;
}
// A check that timed out can still hold a connection.
process.exit();
