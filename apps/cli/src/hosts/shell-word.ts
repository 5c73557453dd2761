/** A word as a shell reads it. */
export const shellWord = (word: string): string =>
  /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

const windowsWord = (word: string): string => (/^[\w./\\:=@+,-]+$/.test(word) ? word : `"${word}"`);

/** A command as the shell of this system reads it, with variables if it has such. */
export function shellLine(
  { command, args, env }: { command: string; args: readonly string[]; env: Readonly<Record<string, string>> },
  platform = process.platform,
): string {
  if (platform === 'win32') return [command, ...args].map(windowsWord).join(' ');
  const set = Object.entries(env).map(([name, value]) => `${name}=${shellWord(value)}`);
  return [...set, ...[command, ...args].map(shellWord)].join(' ');
}
