import { avatar } from './api.js';

/** Text is inserted as text and never as markup. */
export function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

export const picture = (participantId) =>
  element('img', { className: 'avatar', alt: '', loading: 'lazy', width: 32, height: 32, src: avatar(participantId) });

/** A name that a user chose; it cannot change the direction of the surrounding text. */
export const name = (text) => element('bdi', {}, text);

/** Spaces separate the words for screen readers. */
export const nameWith = (text, ...words) => [
  name(text),
  ...words.filter(Boolean).flatMap((word) => [' ', element('span', { className: 'tag' }, word)]),
];
