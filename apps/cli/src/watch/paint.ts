export interface Style {
  /** One of the 256 colours of a terminal. */
  colour?: number;
  bold?: boolean;
  dim?: boolean;
  inverse?: boolean;
}

/** Colours that are easy to tell apart, on dark and on light backgrounds. */
const palette = [33, 166, 35, 170, 136, 37, 161, 99, 64, 202, 69, 132];

/** The colour of a participant, the same on every terminal. */
export function colourOf(participantId: string): number {
  let hash = 0x811c9dc5;
  for (const character of participantId) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0;
  return palette[hash % palette.length]!;
}

/** Text with escape sequences; without colours, bold and dim remain. */
export function paint(text: string, { colour, bold, dim, inverse }: Style, colours: boolean): string {
  const codes = [bold && '1', dim && '2', inverse && '7', colours && colour !== undefined && `38;5;${colour}`].filter(Boolean);
  return codes.length && text ? `\x1b[${codes.join(';')}m${text}\x1b[0m` : text;
}
