import postgres from 'postgres';

/** Runs one statement on a connection of its own. */
export async function statement(
  url: string,
  text: string,
  parameters: (string | number)[] = [],
): Promise<Record<string, unknown>[]> {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    return await sql.unsafe(text, parameters);
  } finally {
    await sql.end();
  }
}
