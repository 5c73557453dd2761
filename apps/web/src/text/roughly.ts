import { counted } from '@parley/core/words';

const units: readonly [seconds: number, name: string][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
];

/** A little less than a unit counts as one: a space is open for a day when it is a second old. */
const nearly = 0.98;

/** A duration in its largest unit. */
export const roughly = (seconds: number): string => inWords(seconds);

/** How much longer: `1 more day`. */
export const more = (seconds: number): string => inWords(seconds, 'more ');

function inWords(seconds: number, kind = ''): string {
  const [size, name] = units.find(([each]) => seconds >= each * nearly) ?? [];
  return size === undefined ? 'less than a minute' : counted(Math.round(seconds / size), `${kind}${name}`);
}
