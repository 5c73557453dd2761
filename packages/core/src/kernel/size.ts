const units = ['B', 'kB', 'MB', 'GB'] as const;

/** A size for humans, in steps of 1,024 as limits have them: `10 MB`. */
export function inBytes(bytes: number): string {
  let [size, unit] = [bytes, 0];
  for (; size >= 1_000 && unit < units.length - 1; unit += 1) size /= 1_024;
  return `${unit > 0 && size < 9.95 ? Number(size.toFixed(1)) : Math.round(size)} ${units[unit]}`;
}
