import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../src/report.ts';
import type { Ours } from './servers.ts';

const main = join(import.meta.dirname, '../dist/main.js');

/** The result of the command. */
export interface Outcome {
  code: number | null;
  said: string;
  /** Absent after wrong usage, or if no server answered. */
  report: Report | undefined;
}

/** Runs the built command against a server. */
export async function hold({ url, sessions = [], approve }: Partial<Ours>, ...words: string[]): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-report-'));
  const file = join(folder, 'report.json');
  const all = [main, ...(url === undefined ? [] : [url]), '--json', file, ...(approve ? ['--approve', approve] : []), ...words];
  const env = { ...process.env, PARLEY_CONFORMANCE_SESSIONS: sessions.join() };
  const child = spawn(process.execPath, all, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  let report: Report | undefined;
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    report = undefined;
  }
  rmSync(folder, { recursive: true, force: true });
  return { code, said, report };
}
