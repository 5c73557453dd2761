import { createHash } from 'node:crypto';

/** An SVG that is opened directly can run scripts; ours needs none. */
export const avatarPolicy = "default-src 'none'; sandbox";

const size = 64;
const colours = [
  '#264653',
  '#f4a261',
  '#98c1d9',
  '#bc4749',
  '#f2e8cf',
  '#5e60ce',
  '#e9c46a',
  '#2a9d8f',
  '#ffb4c6',
  '#3d5a80',
  '#ee6c4d',
  '#a7c957',
  '#6d597a',
  '#8ecae6',
  '#e76f51',
  '#ffddd2',
];

/** Always the same picture for the same id: three discs on a background. */
export function avatar(participantId: string): string {
  const bytes = createHash('sha256').update(participantId).digest();
  const pick = (i: number, from: number, to: number) => Math.round(from + (bytes[i]! / 255) * (to - from));
  // An odd step through sixteen colours repeats none of them.
  const colour = (i: number) => colours[(bytes[0]! + i * (bytes[1]! | 1)) % colours.length];
  const disc = (i: number, x: number, y: number, radius: number) =>
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour(i)}"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}">`,
    `<rect width="${size}" height="${size}" fill="${colour(0)}"/>`,
    `<g transform="rotate(${pick(2, 0, 255)} 32 32)">`,
    disc(1, pick(3, 8, 20), pick(4, 44, 58), pick(5, 22, 32)),
    disc(2, pick(6, 36, 48), pick(7, 14, 24), pick(8, 9, 15)),
    disc(3, pick(9, 38, 50), pick(10, 38, 50), pick(11, 5, 9)),
    '</g></svg>',
  ].join('');
}
