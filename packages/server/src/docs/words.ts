import { stemmer } from 'stemmer';
import { phrases } from './phrases.ts';
import { related, same } from './thesaurus.ts';

/** Words that every question has and no answer needs. */
const empty = new Set(
  `a able about actually also am an and another any anybody anyone apart are aren as at available be become becomes been
  before being besides best better both but by can cannot cant could couldn couldnt currently did didn didnt do does doesn
  doesnt doing don done dont during each easiest easy either else ever exactly fastest find for from gave get gets getting
  give given gives go goes going gonna good got had hadn happen happened happens has hasn have haven having hello here hey
  hi how i if im in into is isn isnt it its ive just know like ll look looked many may maybe me mean means might more much
  must my myself need needs no not now of ok on one only onto or other others our ours ourselves own parley pick please
  possible put re really right set shall should shouldn simply since so some somebody someone something still such support
  supported supports sure tell than that thats the their them then there these they thing things this those to too two
  until us use used using ve very wanna want wanted wants was wasn way ways we were weren what whats when where whether
  which while who whom whose why will with without won wont work works would wouldn yet you your yours`.split(/\s+/),
);

const groupsOf = (lines: string): string[][] =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.split(' '));

const heads = new Map(
  groupsOf(same).flatMap(([head, ...others]) => others.map((other) => [stemmer(other), stemmer(head!)] as const)),
);

const rootOf = (word: string): string => {
  const stem = stemmer(word);
  return heads.get(stem) ?? stem;
};

const topics = new Map<string, string[]>();
for (const group of groupsOf(related)) {
  for (const stem of new Set(group.map(rootOf))) topics.set(stem, [...(topics.get(stem) ?? []), `~${group[0]}`]);
}

/** A name such as `space_closed` or `writeArtifact` is a word of its own, and its parts are words too. */
function wordsOf(text: string): string[] {
  let plain = text
    .replace(/([a-z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/(\d),(?=\d{3})/g, '$1');
  for (const [phrase, word] of phrases) plain = plain.replace(phrase, word);
  const words = plain.replace(/'\w+/g, '').match(/[\p{L}\p{N}]+(?:[_-][\p{L}\p{N}]+)*/gu) ?? [];
  return words.flatMap((word) => (/[_-]/.test(word) ? [word, ...word.split(/[_-]/)] : word));
}

/** Words as they are looked for: their stems, without those that say nothing. */
export const stemsOf = (text: string): string[] =>
  wordsOf(text)
    .filter((word) => !empty.has(word))
    .map(rootOf);

/** What a word is about: terms that all words near to it share. */
export const topicsOf = (stem: string): readonly string[] => topics.get(stem) ?? [];

/** Two words that stand side by side. */
export const pairsOf = (stems: readonly string[]): string[] => stems.slice(1).map((stem, at) => `${stems[at]}+${stem}`);
export const isPair = (term: string): boolean => term.includes('+');

/** Stems that people may use, whether or not the documentation does. */
export const expected: Iterable<string> = topics.keys();

/** Words that many questions have, of whatever they are. */
const general = new Set(
  `add ago ahead all already always back before behind bring call case change check come day days early end enough every
  everything exist extra first follow full hold hour howlong howmany howoften kind last late leave line long lot make
  new next number off old once open over part place point quick run same say second see short show side small start stop
  take there think time together too try turn week whole work wrong year`
    .split(/\s+/)
    .map(rootOf),
);

/** How much a word says: those of very general use carry no rank alone. */
export const generality = (stem: string): number => (general.has(stem) ? 0.5 : 1);
