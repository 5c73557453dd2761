import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { killAtExit, type Settings } from '@parley/testing';
import { onTestFinished } from 'vitest';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** A folder that is deleted after the test. */
export function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Running {
  child: ChildProcess;
  ended: Promise<{ code: number | null; said: string; out: string; mostBytes: number }>;
}

/** A command of the built server. Its standard input is what `input` writes there. */
export function running(words: readonly string[], settings: Settings, cwd?: string): Running {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(PARLEY_.*|DATABASE_URL|REDIS_URL|NATS_URL)$/.test(name)),
  );
  const child = killAtExit(
    spawn(process.execPath, [main, ...words], { env: { ...env, ...settings }, stdio: ['ignore', 'pipe', 'pipe'], cwd }),
  );
  const result = { said: '', out: '', mostBytes: 0 };
  child.stdout.on('data', (chunk: Buffer) => (result.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (result.said += chunk.toString()));
  const looking = setInterval(() => (result.mostBytes = Math.max(result.mostBytes, residentBytes(child.pid!))), 20);
  const ended = once(child, 'close').then(([code]) => {
    clearInterval(looking);
    return { code: code as number | null, ...result };
  });
  return { child, ended };
}

/** Runs it to its end. */
export const run = (words: readonly string[], settings: Settings, cwd?: string) => running(words, settings, cwd).ended;

/** The most memory that a process has had so far; 0 where the system does not say. */
function residentBytes(pid: number): number {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return 0;
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(path, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** A backup that must succeed, as its lines. */
export async function backedUp(settings: Settings): Promise<string[]> {
  const file = join(folderOfTest(), 'backup');
  const { code, said } = await run(['backup', '--out', file], settings);
  if (code !== 0) throw new Error(said);
  return linesOfFile(file);
}

export const linesOfFile = (file: string): string[] => readFileSync(file, 'utf8').split('\n').slice(0, -1);

/** The rows of a table in a backup, each as an object. */
export function rowsIn(lines: readonly string[], table: string): Record<string, unknown>[] {
  const start = lines.findIndex((line) => line.startsWith(`{"table":"${table}"`));
  const { columns } = JSON.parse(lines[start]!) as { columns: string[] };
  const rest = lines.slice(start + 1);
  const rows = rest.slice(
    0,
    rest.findIndex((line) => line.startsWith('{')),
  );
  return rows.map((row) => Object.fromEntries((JSON.parse(row) as unknown[]).map((cell, i) => [columns[i]!, cell])));
}
