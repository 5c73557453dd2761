import MiniSearch from 'minisearch';
import { stemOf, synonymsOf, wordsOf } from './words.ts';

/** Something that may answer a question. */
export interface Entry {
  id: string;
  title: string;
  /** Of the page it stands in. */
  page: string;
  text: string;
}

export interface Hit<Found extends Entry> {
  entry: Found;
  /** 0 to 100: how much of what was asked for it speaks of, rare words counting more. */
  score: number;
}

const boost = { title: 1.5, page: 0.5, text: 1 };
const synonymWeight = 0.35;
/** A rank at which a hit counts half: BM25 has no upper end. */
const halfWay = 6;
/** What a heading speaks of, the section is about. */
const titleShare = 0.6;

/** Full-text search by BM25 over stems, with the synonyms of this field. */
export class Search<Found extends Entry> {
  readonly #index: MiniSearch<Found>;
  readonly #entries: ReadonlyMap<string, Found>;
  readonly #seenIn = new Map<string, number>();

  constructor(entries: readonly Found[]) {
    this.#entries = new Map(entries.map((entry) => [entry.id, entry]));
    this.#index = new MiniSearch<Found>({
      fields: Object.keys(boost),
      tokenize: wordsOf,
      processTerm: (word) => stemOf(word) ?? null,
    });
    this.#index.addAll(entries);
    for (const { title, page, text } of entries) {
      for (const stem of new Set(stemsOf(`${title} ${page} ${text}`))) this.#seenIn.set(stem, (this.#seenIn.get(stem) ?? 0) + 1);
    }
  }

  find(question: string, atMost: number): Hit<Found>[] {
    const stems = [...new Set(stemsOf(question))];
    const others = stems.flatMap(synonymsOf).filter((stem) => !stems.includes(stem));
    if (stems.length === 0) return [];
    const rarities = stems.map((stem) => this.#rarity(stem));
    const whole = rarities.reduce((sum, rarity) => sum + rarity, 0);
    const found = this.#index.search(
      { combineWith: 'OR', queries: [{ queries: stems }, { queries: [...new Set(others)], boostTerm: () => synonymWeight }] },
      { tokenize: (text) => [text], processTerm: (stem) => stem, boost },
    );
    const hits = found.map(({ id, score, terms }) => {
      const entry = this.#entries.get(String(id))!;
      const covered = (said: ReadonlySet<string>) =>
        stems.reduce((sum, stem, i) => sum + rarities[i]! * share(stem, said), 0) / whole;
      const inTitle = covered(new Set(stemsOf(`${entry.page} ${entry.title}`)));
      const about = (1 - titleShare) * covered(new Set(terms)) + titleShare * inTitle;
      return { entry, score: about * (score / (score + halfWay)) };
    });
    return hits
      .toSorted((a, b) => b.score - a.score)
      .slice(0, atMost)
      .map(({ entry, score }) => ({ entry, score: Math.round(100 * score) }));
  }

  /** Of a word that is nowhere, that of the commonest one that means the same. */
  #rarity(stem: string): number {
    const seen = (each: string) => this.#seenIn.get(each) ?? 0;
    const count = seen(stem) || Math.max(0, ...synonymsOf(stem).map(seen));
    return Math.log(1 + this.#entries.size / (1 + count));
  }
}

/** Whether a word was met, or at least one that means the same. */
const share = (stem: string, said: ReadonlySet<string>): number => {
  if (said.has(stem)) return 1;
  return synonymsOf(stem).some((other) => said.has(other)) ? 0.7 : 0;
};

const stemsOf = (text: string): string[] => wordsOf(text).flatMap((word) => stemOf(word) ?? []);
