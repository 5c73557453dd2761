import { declared, type ResourceForModels } from '@parley/core';

const all: readonly ResourceForModels[] = declared('forModels');

/** What resources tell models under a name, in the order of the specification. */
export const declaredAs = <Name extends keyof ResourceForModels>(name: Name): NonNullable<ResourceForModels[Name]>[] =>
  all.flatMap((each) => (each[name] === undefined ? [] : [each[name]]));

/** As a list in a sentence. */
export const inWords = (words: readonly string[], last: 'and' | 'or'): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
