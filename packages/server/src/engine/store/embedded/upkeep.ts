import type { Statements } from './statements.ts';

const STATEMENTS_BETWEEN_LOOKS = 256;
const WAL_BETWEEN_ROUNDS = 64 * 1024 * 1024;

const WRITTEN = "select (pg_current_wal_insert_lsn() - '0/0')::int8";

const DUE = `select format('%I.%I', s.schemaname, s.relname)
  from pg_stat_all_tables s join pg_class c on c.oid = s.relid
  where c.relkind in ('r', 'm') and (
    greatest(s.n_dead_tup, s.n_ins_since_vacuum, s.n_mod_since_analyze) > least(1000 + 0.2 * c.reltuples, 200000)
    or age(c.relfrozenxid) > 200000000)`;

/**
 * Replaces the background processes of PostgreSQL, which PGlite does not have: without it the log grows
 * forever, dead rows are never reused, and transaction ids run out.
 */
export class EmbeddedUpkeep {
  readonly #statements: Statements;
  #untilLook = STATEMENTS_BETWEEN_LOOKS;
  #dueAt = 0;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** Counts the statements that ran, and occasionally takes the time for a round. */
  async after(count: number): Promise<void> {
    this.#untilLook -= count;
    if (this.#untilLook > 0) return;
    this.#untilLook = STATEMENTS_BETWEEN_LOOKS;
    const [[written] = []] = await this.#run(WRITTEN);
    if (Number(written) < this.#dueAt) return;
    this.#dueAt = Number(written) + WAL_BETWEEN_ROUNDS;
    for (const [table] of await this.#run(DUE)) await this.#run(`vacuum (analyze) ${table}`);
    await this.#run('checkpoint');
  }

  async #run(text: string) {
    const answer = await this.#statements.run(text);
    if (Array.isArray(answer)) return answer;
    process.emitWarning(`EmbeddedUpkeep of the embedded database: ${answer.message}`);
    return [];
  }
}
