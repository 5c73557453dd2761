import { harmlessText } from './harmless.ts';

/** The colours and weights that `colours` and `paint` write. None of them hides text. */
const ownStyle = /(\x1b\[(?:(?:[0127]|22|3[0-79]|38;5;\d{1,3})(?:;|(?=m)))+m)/;

/** Text as a terminal may get it: in the styles of this program, and otherwise unable to control the terminal. */
export const shown = (text: string): string =>
  text
    .split(ownStyle)
    .map((part, i) => (i % 2 === 1 ? part : harmlessText(part)))
    .join('');
