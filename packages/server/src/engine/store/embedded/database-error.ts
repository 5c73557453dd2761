import type { WorkerRefusal } from './messages.ts';

/** A statement that PostgreSQL refused; `code` is its SQLSTATE. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: string | undefined;
  readonly detail: string | undefined;
  readonly constraint_name: string | undefined;

  constructor(refusal: WorkerRefusal) {
    super(refusal.message);
    this.code = refusal.code;
    this.detail = refusal.detail;
    this.constraint_name = refusal.constraint_name;
  }
}
