import { once } from 'node:events';
import type { Param, Querying, Row } from '../../engine/store/connection.ts';
import { Unusable } from '../../engine/store/unusable.ts';
import { linesIn } from './lines.ts';
import { connectTo, encoded, offer } from './socket.ts';

type StatementAnswer = { rows: Row[] } | { error: string };

const name = 'moves.sock';
/** Longer than any page of rows. */
const longestLine = 512 * 1024 * 1024;

/** Runs the statements of the commands that move a space. Whoever can connect can read the files of the database too. */
export const offerStatements = (dataDir: string, database: Querying, failed: (error: unknown) => void) =>
  offer({
    dataDir,
    name,
    failed,
    async serve(socket) {
      for await (const line of linesIn(socket, longestLine)) {
        const [text, params] = JSON.parse(line.toString()) as [string, Param[]];
        const answer: StatementAnswer = await database.query(text, params).then(
          (rows) => ({ rows }),
          (error: Error) => ({ error: error.message }),
        );
        socket.write(encoded(answer));
      }
    },
  });

/** Runs statements in the server that runs on a data folder; undefined if none does. */
export async function askForStatements(dataDir: string): Promise<(Querying & { close(): Promise<void> }) | undefined> {
  const socket = await connectTo(dataDir, name);
  if (!socket) return undefined;
  const answers = linesIn(socket, longestLine);
  return {
    async query(text, params = []) {
      socket.write(encoded([text, params]));
      const { value, done } = await answers.next().catch(() => ({ value: undefined, done: true }));
      if (done || value === undefined) throw new Unusable('The server stopped before it had answered');
      const answer = JSON.parse(value.toString()) as StatementAnswer;
      if ('rows' in answer) return answer.rows;
      throw new Unusable(answer.error);
    },
    async close() {
      const closed = once(socket, 'close');
      socket.end().resume();
      await closed;
    },
  };
}
