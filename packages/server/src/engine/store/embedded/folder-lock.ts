import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Holder {
  pid: number;
  started: string;
  id: string;
}

const releases = new Set<() => void>();
process.on('exit', () => releases.forEach((release) => release()));

/** Locks the folder exclusively and returns the function that releases it; throws if it is already locked. */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'lock');
  const self: Holder = { pid: process.pid, started: startOf(process.pid), id: randomUUID() };
  const claim = join(folder, `lock-${self.id}`);
  writeFileSync(claim, JSON.stringify(self), { mode: 0o600 });
  try {
    take(path, claim, folder);
  } finally {
    rmSync(claim);
  }
  const release = () => {
    if (releases.delete(release)) rmSync(path);
  };
  releases.add(release);
  return release;
}

/** The process that has locked the folder, if one has. */
export function holderOf(folder: string): number | undefined {
  const holder = read(join(folder, 'lock'));
  return holder && isAlive(holder) ? holder.pid : undefined;
}

const inUse = (folder: string, pid: number) =>
  `The data folder ${folder} is in use by process ${pid}. Stop that server, or choose another folder with PARLEY_DATA_DIR.`;

function take(path: string, claim: string, folder: string): void {
  while (!linked(claim, path)) {
    const holder = read(path);
    if (!holder) continue;
    if (isAlive(holder)) throw Object.assign(new Error(inUse(folder, holder.pid)), { code: 'EBUSY' });
    // Two processes can find the same dead holder. The right to remove its lock is a second lock, named after that holder:
    // otherwise the slower process would remove the lock that the faster one has just taken.
    const right = `${path}.${holder.id}`;
    take(right, claim, folder);
    if (read(path)?.id === holder.id) rmSync(path);
    rmSync(right);
  }
}

function linked(claim: string, path: string): boolean {
  try {
    linkSync(claim, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function read(path: string): Holder | undefined {
  const text = textOf(path);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Holder;
  } catch {
    // Locks are created with their content; only a power failure leaves an empty one.
    return { pid: 0, started: '', id: 'unreadable' };
  }
}

function isAlive({ pid, started }: Holder): boolean {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const now = startOf(pid);
  return now === '' || now === started;
}

/** Distinguishes a process from a later one with the same id, if the system shows its boot and start time. */
function startOf(pid: number): string {
  const stat = textOf(`/proc/${pid}/stat`);
  if (stat === undefined) return '';
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === 'Z') return 'dead';
  return `${textOf('/proc/sys/kernel/random/boot_id')?.trim()} ${fields[18]}`;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
