export interface ShellWords {
  /** The words of the line without quotes; the last one may be empty. */
  words: string[];
  /** The last word as it is typed. */
  raw: string;
  /** The quote that is still open. */
  quote: string;
}

/** Splits a line as a POSIX shell does, without expanding anything. */
export function shellWords(line: string): ShellWords {
  const words = [''];
  let [raw, quote, isEscaped] = ['', '', false];
  for (const character of line) {
    if (!isEscaped && !quote && /\s/.test(character)) {
      if (raw) words.push('');
      raw = '';
      continue;
    }
    raw += character;
    if (isEscaped) isEscaped = false;
    else if (character === '\\' && quote !== "'") {
      isEscaped = true;
      continue;
    } else if (quote ? character === quote : /["']/.test(character)) {
      quote = quote ? '' : character;
      continue;
    }
    words.push(words.pop()! + character);
  }
  return { words, raw, quote };
}

/** A text as a word of the shell that continues within this quote. */
export function quoted(text: string, quote: string): string {
  if (quote === "'") return text.replaceAll("'", String.raw`'\''`);
  return text.replace(quote ? /["$`\\]/g : /[\s"'`$&|;<>()\\*?[\]{}!#~^]/g, String.raw`\$&`);
}
