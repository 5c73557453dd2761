import './forms.css';
import { offerCopy } from './copy.ts';
import { offerPasskey } from './passkey.ts';

/** What a script adds to the forms of the server, which work without it. */
const additions: [selector: string, add: (element: HTMLElement) => void][] = [
  ['[data-passkey]', offerPasskey],
  ['[data-copy]', offerCopy],
];

for (const [selector, add] of additions) {
  for (const element of document.querySelectorAll<HTMLElement>(selector)) add(element);
}
