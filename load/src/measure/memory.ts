/** While caches fill and code is compiled, memory grows. */
const warmUpShare = 1 / 3;
/** A shorter time says little: garbage is collected when it suits. */
const judgedMinutes = 10;
const [grownShare, grownMb] = [0.1, 32];

/** A line through points that misses them least. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const above = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const below = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return below === 0 ? 0 : above / below;
}

/** How memory grows, and whether it does. */
export function judged(points: readonly (readonly [minutes: number, mb: number])[]): { faults: string[]; figures: string } {
  const fitted = points.slice(Math.floor(points.length * warmUpShare));
  if (fitted.length < 2) return { faults: ['memory was not read'], figures: '' };
  const [slope, minutes] = [slopeOf(fitted), fitted.at(-1)![0] - fitted[0]![0]];
  const [peak, last] = [Math.max(...points.map(([, mb]) => mb)), fitted.at(-1)![1]];
  const grown = slope * minutes;
  const grows = minutes >= judgedMinutes && grown > grownMb && grown > last * grownShare;
  const sign = slope < 0 ? '−' : '+';
  return {
    faults: grows ? [`memory grew by ${grown.toFixed(0)} MB in ${minutes.toFixed(0)} min`] : [],
    figures: `memory ${last.toFixed(0)} MB, peak ${peak.toFixed(0)} MB, ${sign}${Math.abs(slope).toFixed(2)} MB/min over the last ${minutes.toFixed(1)} min`,
  };
}
