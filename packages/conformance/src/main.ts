#!/usr/bin/env node
import { writeFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { readArguments, usage, WrongUsage, type Wanted } from './arguments.ts';
import { loaded } from './hold.ts';
import { written } from './report.ts';
import type { Result } from './runner/run.ts';
import { Exhausted } from './runner/scope.ts';
import { Unreachable } from './target.ts';

const sessions = process.env['PARLEY_CONFORMANCE_SESSIONS']?.split(',') ?? [];
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const tell = ({ status, chapter, name }: Result): void => {
  if (status === 'broken') say(`✗ ${chapter} › ${name}`);
};

async function hold(wanted: Wanted): Promise<boolean> {
  const run = await loaded(wanted, sessions, tell);
  const report = await run();
  if (wanted.json !== undefined) writeFileSync(wanted.json, `${JSON.stringify(report, null, 2)}\n`);
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
