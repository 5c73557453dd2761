import { reportOf } from '../report.ts';
import type { Output } from '../terminal/output.ts';

const kinds = ['server', 'key', 'stream', 'file', 'mcp', 'hook', 'listen', 'wake'] as const;
type CheckKind = (typeof kinds)[number];

/** `unused`: it is not set up, which is no problem. */
type CheckState = 'ok' | 'failed' | 'ended' | 'unused';

const marks: Readonly<Record<CheckState, string>> = { ok: '✓', failed: '✗', ended: '-', unused: '-' };

/** What was checked, one line each, and what failed. */
export class DoctorReport {
  readonly failures: unknown[] = [];
  readonly #out: Output;

  constructor(out: Output) {
    this.#out = out;
  }

  /** Does what has to work; returns whether it did. A failure that `isEnd` accepts is none. */
  readonly check = async (
    kind: CheckKind,
    of: string,
    work: () => Promise<string>,
    isEnd: (error: unknown) => boolean = () => false,
  ): Promise<boolean> => {
    try {
      this.#tell(kind, of, 'ok', await work());
      return true;
    } catch (error) {
      const { error: said, hint } = reportOf(error);
      const state = isEnd(error) ? 'ended' : 'failed';
      this.#tell(kind, of, state, said, state === 'failed' ? hint : undefined);
      if (state === 'failed') this.failures.push(error);
      return false;
    }
  };

  unused(kind: CheckKind, of: string, said: string): void {
    this.#tell(kind, of, 'unused', said);
  }

  #tell(check: CheckKind, of: string, state: CheckState, said: string, fix?: string): void {
    const line = `${marks[state]} ${check.padEnd(7)} ${of}: ${said}`;
    this.#out.answer({ check, of, state, said, ...(fix !== undefined && { fix }) }, () =>
      fix === undefined ? line : `${line} (${fix})`,
    );
  }
}
