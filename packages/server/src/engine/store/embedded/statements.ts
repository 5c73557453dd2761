import { type PGlite, protocol } from '@electric-sql/pglite';
import type { Cell, Param, Row } from '../connection.ts';
import type { WorkerRefusal } from './messages.ts';

const { messages, serialize } = protocol;

/** Far more than the server has; bounds callers that write values into the text of their statements. */
const MOST_PREPARED = 500;

interface EmbeddedStatement {
  name: string;
  types: number[];
}

/**
 * The prepared statements of one PGlite. PGlite's own `query` parses every time, in six calls instead of one, and takes
 * ten times as long to read a row by its key.
 */
export class Statements {
  readonly #pg: PGlite;
  readonly #prepared = new Map<string, EmbeddedStatement>();
  #names = 0;

  constructor(pg: PGlite) {
    this.#pg = pg;
  }

  /** Runs one statement as its own transaction; returns its rows or the error of PostgreSQL. */
  async run(text: string, params: readonly Param[] = []): Promise<Row[] | WorkerRefusal> {
    const known = this.#prepared.get(text);
    const statement = known ?? { name: `s${this.#names++}`, types: [] };
    const packets = known ? [] : this.#prepare(text, statement.name);
    packets.push(
      serialize.bind({ statement: statement.name, values: params.map(literal) }),
      serialize.execute({}),
      serialize.sync(),
    );
    const answers = await this.#pg.execProtocolStream(Buffer.concat(packets), { syncToFs: false, throwOnError: false });

    const rows: Row[] = [];
    let refusal: WorkerRefusal | undefined;
    for (const answer of answers) {
      if (answer instanceof messages.DataRowMessage)
        rows.push(answer.fields.map((field, column) => cell(field, statement.types[column])));
      else if (answer instanceof messages.RowDescriptionMessage) statement.types = answer.fields.map((field) => field.dataTypeID);
      else if (answer.name === 'parseComplete') this.#prepared.set(text, statement);
      else if (answer instanceof messages.DatabaseError) refusal ??= asRefusal(answer);
    }
    const last = answers.at(-1);
    if (!(last instanceof messages.ReadyForQueryMessage && last.status === 'I')) {
      throw new Error('A statement did not end with its transaction.');
    }
    return refusal ?? rows;
  }

  #prepare(text: string, name: string): Uint8Array[] {
    const packets = [serialize.parse({ name, text }), serialize.describe({ type: 'S', name })];
    const [oldest] = this.#prepared;
    if (oldest && this.#prepared.size >= MOST_PREPARED) {
      this.#prepared.delete(oldest[0]);
      packets.unshift(serialize.close({ type: 'S', name: oldest[1].name }));
    }
    return packets;
  }
}

function literal(param: Param): string | null {
  if (param === true) return 't';
  if (param === false) return 'f';
  return param === null ? null : String(param);
}

const BOOL = 16;
const NUMBERS = new Set([20, 21, 23, 26, 700, 701]);

function cell(field: string | null, type = 0): Cell {
  if (field === null) return null;
  if (type === BOOL) return field === 't';
  return NUMBERS.has(type) ? Number(field) : field;
}

function asRefusal({ message, code, detail, constraint }: InstanceType<typeof messages.DatabaseError>): WorkerRefusal {
  return { message, code, detail, constraint_name: constraint };
}
