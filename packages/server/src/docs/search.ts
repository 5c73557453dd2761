import MiniSearch from 'minisearch';
import SearchableMap from 'minisearch/SearchableMap';
import { expected, isTopic, stemsOf, topicsOf } from './words.ts';

/** Something that may answer a question. */
export interface Entry {
  id: string;
  title: string;
  /** Of the page it stands in. */
  page: string;
  text: string;
  /** 0 to 1: how likely it is what was asked for, beside others that say the same. */
  weight: number;
  /** What a question must name, by this stem, for the entry to have its weight. */
  tool?: string | undefined;
}

export interface Hit<Found extends Entry> {
  entry: Found;
  /** 0 to 100: how much of what was asked for it speaks of, rare words counting more, and how strongly. */
  score: number;
}

const boost = { title: 0.7, page: 0.2, text: 1 };
const bm25 = { k: 2, b: 0.5, d: 0 };
/** What a heading says, its section is about; what a text says, it may only mention. */
const about: Record<string, number> = { title: 1, page: 0.9, text: 0.4 };
/** A word that is only near to the one that was asked for, beside that word itself. */
const near = { rank: 0.35, share: 0.75 };
/** The weight of what belongs to a tool that was not named. */
const unmeant = 0.5;
/** A rank at which a hit counts half: BM25 has no upper end. */
const halfWay = 25;
/** Spreads the scores, so that what is answered lies above 30 and what is not below. */
const spread = 0.6;

/** Full-text search by BM25 over stems and their topics. */
export class Search<Found extends Entry> {
  readonly #index: MiniSearch<Found>;
  readonly #entries: ReadonlyMap<string, Found>;
  readonly #seenIn = new SearchableMap<number>();

  constructor(entries: readonly Found[]) {
    this.#entries = new Map(entries.map((entry) => [entry.id, entry]));
    this.#index = new MiniSearch<Found>({ fields: Object.keys(boost), tokenize: stemsOf, processTerm: termsOf });
    this.#index.addAll(entries);
    for (const stem of expected) this.#seenIn.set(stem, 0);
    for (const { title, page, text } of entries) {
      const terms = new Set(stemsOf(`${title} ${page} ${text}`).flatMap(termsOf));
      for (const term of terms) this.#seenIn.set(term, this.#count(term) + 1);
    }
  }

  find(question: string, atMost: number): Hit<Found>[] {
    const stems = [...new Set(stemsOf(question).map((stem) => this.#spelt(stem)))];
    const asked = stems.map((stem) => ({ stem, rarity: this.#rarity(stem) }));
    const whole = asked.reduce((sum, { rarity }) => sum + rarity, 0);
    const known = asked.reduce((sum, { stem, rarity }) => sum + (this.#isKnown(stem) ? rarity : 0), 0) / whole;
    const found = this.#index.search(stems.join(' '), {
      tokenize: (joined) => joined.split(' '),
      boost,
      bm25,
      boostTerm: (term) => (isTopic(term) ? near.rank : 1),
    });
    const hits = found.map(({ id, score, match }) => {
      const entry = this.#entries.get(String(id))!;
      const told = asked.reduce((sum, { stem, rarity }) => sum + rarity * shareOf(stem, match), 0) / whole;
      const isMeant = entry.tool === undefined || stems.includes(entry.tool);
      return { entry, score: (isMeant ? entry.weight : unmeant) * Math.sqrt(told) * (score / (score + halfWay)) };
    });
    const best = hits.toSorted((a, b) => b.score - a.score).slice(0, atMost);
    return best.map(({ entry, score }) => ({ entry, score: Math.round(100 * (known * score) ** spread) }));
  }

  #count(term: string): number {
    return this.#seenIn.get(term) ?? 0;
  }

  #isKnown(stem: string): boolean {
    return termsOf(stem).some((term) => this.#count(term) > 0);
  }

  /** Of a word that is nowhere, that of the commonest topic it may belong to. */
  #rarity(stem: string): number {
    const count = this.#count(stem) || Math.max(1, ...topicsOf(stem).map((topic) => this.#count(topic)));
    return Math.log(1 + this.#entries.size / count);
  }

  /** A word that nobody knows is taken for the one it resembles most. */
  #spelt(stem: string): string {
    if (this.#seenIn.has(stem) || stem.length < 5) return stem;
    const alike = [...this.#seenIn.fuzzyGet(stem, stem.length < 7 ? 1 : 2)].filter(([other]) => other.startsWith(stem[0]!));
    return alike.toSorted(([, [, a]], [, [, b]]) => a - b)[0]?.[0] ?? stem;
  }
}

const termsOf = (stem: string): string[] => [stem, ...topicsOf(stem)];

function shareOf(stem: string, match: Readonly<Record<string, string[]>>): number {
  const share = (term: string) => Math.max(0, ...(match[term] ?? []).map((field) => about[field]!));
  return Math.max(share(stem), ...topicsOf(stem).map((topic) => near.share * share(topic)));
}
