import { inBytes } from '@parley/core/size';

/** Files that one message can have. */
const mostFiles = 10;
const mostNameBytes = 255;

type Sized = Pick<File, 'name' | 'size'>;

/** Which of some files can be attached, and why others cannot. */
export function chosen<Each extends Sized>(
  files: readonly Each[],
  attached: number,
  mostBytes: number,
): { taken: Each[]; refusal: string } {
  const fitting = files.filter(({ size }) => size <= mostBytes);
  const taken = fitting.slice(0, Math.max(0, mostFiles - attached));
  const large = files.filter(({ size }) => size > mostBytes);
  const refusals = [
    ...large.map(({ name, size }) => `“${name}” is too large: ${sizes(size, mostBytes)}.`),
    ...(taken.length < fitting.length
      ? [`A message can have ${mostFiles} files: ${fitting.length - taken.length} left out.`]
      : []),
  ];
  return { taken, refusal: refusals.join(' ') };
}

function sizes(size: number, mostBytes: number): string {
  const [its, most] = [inBytes(size), inBytes(mostBytes)];
  return its === most
    ? `it has a little more than the ${most} that a file can have`
    : `it has ${its}, and a file can have ${most}`;
}

/** A name that the service takes: not empty, Unicode, and at most 255 bytes, of which it keeps the ending. */
export function fittingName(name: string): string {
  const whole = name.toWellFormed().replaceAll('\0', '').trim() || 'file';
  if (bytesOf(whole) <= mostNameBytes) return whole;
  const [, ending = ''] = /[^.](\.[^.\s]{1,16})$/.exec(whole) ?? [];
  const start = Array.from(whole.slice(0, whole.length - ending.length));
  while (bytesOf(start.join('') + ending) > mostNameBytes) start.pop();
  return start.join('') + ending;
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
