import postgres from 'postgres';
import { answerJobs } from '../../process/child.ts';
import { storedBody } from '../../clients/message.ts';
import type { Inserting } from './insert-rate.ts';
import { insertText, manySpaces } from './insert.ts';

/** Replaces `pgbench` if it is missing: one connection per client, one prepared insert after the other. */
answerJobs(async ({ url, clients, ms, base, spaces }: Inserting) => {
  const text = insertText('$1', '$2::bigint', '$3');
  const body = storedBody('Owner');
  const count = spaces === 'one' ? 1 : manySpaces;
  let inserted = 0;
  let start = 0;
  const client = async (number: number) => {
    const sql = postgres(url, { max: 1, fetch_types: false });
    await sql`select 1`;
    start ||= performance.now();
    for (let n = 0; performance.now() - start < ms; n += 1, inserted += 1) {
      const space = 1 + Math.floor(Math.random() * count);
      await sql.unsafe(text, [space, String(number * 1e12 + base + n), body], { prepare: true });
    }
    await sql.end();
  };
  await Promise.all(Array.from({ length: clients }, (_, i) => client(i)));
  return inserted / ((performance.now() - start) / 1000);
});
