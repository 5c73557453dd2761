import { setImmediate as breathe } from 'node:timers/promises';
import MiniSearch from 'minisearch';
import SearchableMap from 'minisearch/SearchableMap';
import { Classifier } from './classifier.ts';
import { expected, generality, isPair, pairsOf, stemsOf, topicsOf } from './words.ts';

/** Something that may answer a question. */
export interface Entry {
  id: string;
  title: string;
  /** Of the page it stands in. */
  page: string;
  text: string;
  /** 0 to 1: how likely it is what was asked for, beside others that say the same. */
  weight: number;
  /** What it is only for: a question that names this, by its stem or by a word near to it, means it. */
  tool?: string | undefined;
}

export interface Hit<Found extends Entry> {
  entry: Found;
  /** 0 to 100: how much of what was asked for it speaks of, rare words counting more, and how strongly. */
  score: number;
}

const boost = { title: 1, page: 0.2, text: 1 };
const bm25 = { k: 2, b: 0.5, d: 0 };
/** What a heading says, its section is about; what a text says, it may only mention. */
const about: Record<string, number> = { title: 1, page: 0.9, text: 0.4 };
/** A word that is only near to the one that was asked for, beside that word itself. */
const near = { rank: 0.4, share: 0.75 };
/** Two words that stand side by side as they were asked for, beside one word. */
const pair = 0.3;
/** The weight of what belongs to a tool, whether or not that was named. */
const ofTool = { named: 1.15, unnamed: 0.7 };
/** A rank at which a hit counts half: BM25 has no upper end. */
const halfWay = 25;
/** Spreads the scores, so that what is answered lies above 30 and what is not, or has words that nobody knows, below. */
const spread = { score: 0.6, known: 1.4 };

/** How much a guess counts beside what is written, and how fast less likely guesses count less. */
const guessing = { weight: 0.5, power: 0.5 };

/** The score of the first entries where a question tells nothing to look for, as “What is Parley?”. */
const beginning = 25;

/** No question needs more words; each that is unknown is looked for among all that are alike. */
const wordsAtMost = 40;

/** Full-text search by BM25 over stems, their topics and their pairs, and a guess by the questions that are known to be asked. */
export class Search<Found extends Entry> {
  readonly #index: MiniSearch<Found>;
  readonly #entries: ReadonlyMap<string, Found>;
  readonly #seenIn = new SearchableMap<number>();
  readonly #classifier: Classifier;

  /** Takes a second or two, in small pieces. `asked` are questions that entries answer, by id, as people ask them. */
  static async over<Found extends Entry>(
    entries: readonly Found[],
    asked: ReadonlyMap<string, readonly string[]>,
  ): Promise<Search<Found>> {
    const examples = entries.flatMap(({ id, title }) => [title, ...(asked.get(id) ?? [])].map((question) => ({ id, question })));
    const search = new Search<Found>(entries, await Classifier.learn(examples));
    for (const entry of entries) {
      search.#read(entry);
      await breathe();
    }
    return search;
  }

  private constructor(entries: readonly Found[], classifier: Classifier) {
    this.#classifier = classifier;
    this.#entries = new Map(entries.map((entry) => [entry.id, entry]));
    this.#index = new MiniSearch<Found>({
      fields: Object.keys(boost),
      tokenize: (text) => withPairs(stemsOf(text)),
      processTerm: termsOf,
    });
    for (const stem of expected) this.#seenIn.set(stem, 0);
  }

  #read(entry: Found): void {
    const { title, page, text } = entry;
    this.#index.add(entry);
    const terms = new Set(stemsOf(`${title} ${page} ${text}`).flatMap(termsOf));
    for (const term of terms) this.#seenIn.set(term, this.#count(term) + 1);
  }

  find(question: string, atMost: number): Hit<Found>[] {
    const stems = [
      ...new Set(
        stemsOf(question)
          .slice(0, wordsAtMost)
          .map((stem) => this.#spelt(stem)),
      ),
    ];
    if (stems.length === 0) return /[\p{L}\p{N}]/u.test(question) ? this.#first(atMost) : [];
    const asked = stems.map((stem) => ({ stem, rarity: this.#rarity(stem) }));
    const whole = asked.reduce((sum, { rarity }) => sum + rarity, 0);
    const known = asked.reduce((sum, { stem, rarity }) => sum + (this.#isKnown(stem) ? rarity : 0), 0) / whole;
    const telling = this.#telling(stems);
    const written = this.#index.search(withPairs(stems).join(' '), {
      tokenize: (joined) => joined.split(' '),
      boost,
      bm25,
      boostTerm: (term) => (isPair(term) ? pair : (isTopic(term) ? near.rank : 1) * telling.get(term)!),
    });
    const scores = new Map<string, number>();
    for (const { id, score, match } of written) {
      const told = asked.reduce((sum, { stem, rarity }) => sum + rarity * shareOf(stem, match), 0) / whole;
      const weight = weightOf(this.#entries.get(id as string)!, telling);
      scores.set(id as string, weight * Math.sqrt(told) * (score / (score + halfWay)));
    }
    const hits = this.#guessed(stems, scores);
    const best = hits.toSorted((a, b) => b.score - a.score).slice(0, atMost);
    const outOf100 = (score: number) => Math.round(100 * Math.min(1, known ** spread.known * score ** spread.score));
    return best.map(({ entry, score }) => ({ entry, score: outOf100(score) }));
  }

  #first(atMost: number): Hit<Found>[] {
    return [...this.#entries.values()].slice(0, atMost).map((entry) => ({ entry, score: beginning }));
  }

  /** The best guess counts as what is written best. */
  #guessed(stems: readonly string[], scores: ReadonlyMap<string, number>): Hit<Found>[] {
    const best = Math.max(0, ...scores.values());
    if (best === 0) return [];
    const guesses = this.#classifier.guess(stems);
    const likeliest = Math.max(...guesses.values());
    return [...this.#entries].map(([id, entry]) => {
      const guess = best * ((guesses.get(id) ?? 0) / likeliest) ** guessing.power;
      return { entry, score: (1 - guessing.weight) * (scores.get(id) ?? 0) + guessing.weight * guess };
    });
  }

  #count(term: string): number {
    return this.#seenIn.get(term) ?? 0;
  }

  #isKnown(stem: string): boolean {
    return termsOf(stem).some((term) => this.#count(term) > 0);
  }

  /** 0 to 1: how much each term tells, which is little for a word that all speak of, wherever it stands. */
  #telling(stems: readonly string[]): ReadonlyMap<string, number> {
    const told = new Map<string, number>();
    for (const stem of stems) {
      for (const term of termsOf(stem)) told.set(term, Math.max(told.get(term) ?? 0, generality(stem)));
    }
    for (const [term, share] of told)
      told.set(term, (share * this.#rareness(Math.max(1, this.#count(term)))) / this.#rareness(1));
    return told;
  }

  #rareness(count: number): number {
    return Math.log(1 + this.#entries.size / count);
  }

  /** Of a word that is nowhere, that of the commonest topic it may belong to. */
  #rarity(stem: string): number {
    const count = this.#count(stem) || Math.max(1, ...topicsOf(stem).map((topic) => this.#count(topic)));
    return generality(stem) * this.#rareness(count);
  }

  /** A word that nobody knows is taken for the one it resembles most. */
  #spelt(stem: string): string {
    if (this.#seenIn.has(stem) || stem.length < 5) return stem;
    const alike = [...this.#seenIn.fuzzyGet(stem, stem.length < 7 ? 1 : 2)].filter(([other]) => other.startsWith(stem[0]!));
    return alike.toSorted(([, [, a]], [, [, b]]) => a - b)[0]?.[0] ?? stem;
  }
}

const isTopic = (term: string): boolean => term.startsWith('~');

const termsOf = (stem: string): string[] => [stem, ...topicsOf(stem)];
const withPairs = (stems: readonly string[]): string[] => [...stems, ...pairsOf(stems)];

function weightOf({ tool, weight }: Entry, named: ReadonlyMap<string, unknown>): number {
  if (tool === undefined) return weight;
  return named.has(tool) || named.has(`~${tool}`) ? ofTool.named : ofTool.unnamed;
}

function shareOf(stem: string, match: Readonly<Record<string, string[]>>): number {
  // A plain object: `constructor` is a word that people ask for, and a property of every object.
  const fieldsOf = (term: string) => (Object.hasOwn(match, term) ? match[term]! : []);
  const share = (term: string) => Math.max(0, ...fieldsOf(term).map((field) => about[field]!));
  return Math.max(share(stem), ...topicsOf(stem).map((topic) => near.share * share(topic)));
}
