export const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Seconds in their two largest units. */
export function inWords(total: number): string {
  const parts = Object.entries(secondsOf).toReversed();
  let rest = Math.max(0, Math.floor(total));
  const words = parts.flatMap(([unit, size]) => {
    const number = Math.floor(rest / size);
    rest -= number * size;
    return number > 0 ? [`${number} ${unit === 'm' ? 'min' : unit}`] : [];
  });
  return words.slice(0, 2).join(' ') || '0 s';
}
