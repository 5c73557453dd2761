import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { readArguments } from '../src/arguments.ts';
import { written, type Report } from '../src/report.ts';
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

let loading: Promise<unknown> = Promise.resolve();

interface Here extends Outcome {
  report: Report;
}

/** Runs checks in this process, which takes a fraction of the time of the command. The suite is loaded anew for each server. */
export async function holdHere({ url, sessions, approve }: Ours, ...words: string[]): Promise<Here> {
  const wanted = readArguments([url, ...(approve ? ['--approve', approve] : []), ...words])!;
  const previous = loading;
  const load = async () => {
    // What is loaded at the same time would be shared.
    await previous;
    vi.resetModules();
    const { loaded } = await import('../src/hold.ts');
    return loaded(wanted, sessions, () => {});
  };
  const ready = load();
  loading = ready.catch(() => {});
  const report = await (await ready)();
  return { code: report.broken === 0 ? 0 : 1, said: written(report), report };
}
