/** Text of a participant in one line, without markup. */
export const inLine = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|~]/g, String.raw`\$&`);

/** Markdown of a participant cannot end a quotation, so it cannot look like a part of the transcript. */
export const quoted = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join('\n');
