import { closeSync, existsSync, fstatSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';

export interface AuditFile {
  path: string;
  /** From this size on it is put aside, as `path.1`. */
  bytes: number;
  /** How many files are kept that were put aside. */
  files: number;
}

/** Only the operator reads it. */
const mode = 0o600;
/** A process that ended while it put the file aside leaves its mark. */
const staleMs = 10_000;

/**
 * Appends a line. Several processes do so at the same time: the file is opened for each line, so that nobody writes on into one that was
 * put aside long ago, and one `write` in append mode is never torn apart by another.
 */
export function appendLine({ path, bytes, files }: AuditFile, line: string): void {
  const file = openSync(path, 'a', mode);
  let size: number;
  try {
    writeSync(file, `${line}\n`);
    ({ size } = fstatSync(file));
  } finally {
    closeSync(file);
  }
  if (size >= bytes) putAside({ path, bytes, files });
}

function putAside({ path, bytes, files }: AuditFile): void {
  const mark = `${path}.lock`;
  if (!marked(mark)) return;
  try {
    // Another process can have been faster.
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) < bytes) return;
    for (let n = files - 1; n > 0; n -= 1) if (existsSync(`${path}.${n}`)) renameSync(`${path}.${n}`, `${path}.${n + 1}`);
    renameSync(path, `${path}.1`);
  } finally {
    rmSync(mark, { force: true });
  }
}

/** Whether this process is the one that puts the file aside. */
function marked(mark: string): boolean {
  try {
    closeSync(openSync(mark, 'wx', mode));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const since = statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  if (Date.now() - since > staleMs) rmSync(mark, { force: true });
  return false;
}
