import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Refusal } from './refusal.ts';

/** Where a question is asked. */
export interface Terminal {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

/** Asks a person. What is typed after a secret question is not shown. */
export async function ask(question: string, { input, output }: Terminal, isSecret = false): Promise<string> {
  let isMuted = false;
  const shown = new Writable({
    write(chunk: Buffer, _, done) {
      if (!isMuted) output.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input, output: shown, terminal: true });
  const ended = new Promise<never>((_, reject) => lines.once('close', () => reject(new Refusal('Nothing was written'))));
  try {
    const answer = lines.question(`${question} `);
    isMuted = isSecret;
    return (await Promise.race([answer, ended])).trim();
  } finally {
    lines.close();
    ended.catch(() => {});
    if (isSecret) output.write('\n');
  }
}
