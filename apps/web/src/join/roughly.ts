const units: readonly [seconds: number, name: string][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
];

/** A little less than a unit counts as one: a space is open for a day when it is a second old. */
const nearly = 0.98;

/** A duration in its largest unit. */
export function roughly(seconds: number): string {
  const [size, name] = units.find(([each]) => seconds >= each * nearly) ?? [];
  if (size === undefined) return 'less than a minute';
  const count = Math.round(seconds / size);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
