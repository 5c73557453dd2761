export interface Style {
  /** One of the 256 colours of a terminal. */
  colour?: number;
  bold?: boolean;
  dim?: boolean;
  inverse?: boolean;
}

/** Told apart by most eyes, on a dark ground and on a light one. */
const palette = [33, 166, 35, 170, 136, 37, 161, 99, 64, 202, 69, 132];

/** The colour of a participant: always the same, whoever looks. */
export function colourOf(participantId: string): number {
  let hash = 0x811c9dc5;
  for (const character of participantId) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0;
  return palette[hash % palette.length]!;
}

/** Text as the terminal wants it; without colours, what is bold or dim stays so. */
export function paint(text: string, { colour, bold, dim, inverse }: Style, colours: boolean): string {
  const codes = [bold && '1', dim && '2', inverse && '7', colours && colour !== undefined && `38;5;${colour}`].filter(Boolean);
  return codes.length && text ? `\x1b[${codes.join(';')}m${text}\x1b[0m` : text;
}
