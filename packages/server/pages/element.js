import { avatar } from './api.js';

/** Text becomes text and never markup. */
export function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

export const picture = (participantId) =>
  element('img', { className: 'avatar', alt: '', loading: 'lazy', width: 32, height: 32, src: avatar(participantId) });

/** What somebody called something; it cannot turn the direction of the words around it. */
export const name = (text) => element('bdi', {}, text);

/** Spaces keep the words apart when they are read aloud. */
export const nameWith = (text, ...words) => [
  name(text),
  ...words.filter(Boolean).flatMap((word) => [' ', element('span', { className: 'tag' }, word)]),
];
