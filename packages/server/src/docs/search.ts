import MiniSearch from 'minisearch';
import { termOf, wordsOf } from './words.ts';

/** Something that can answer a question. */
export interface Entry {
  id: string;
  title: string;
  /** Other ways to say the title. */
  aliases: string;
  /** The title of its page. */
  page: string;
  text: string;
  /** Orders entries that match equally well. */
  weight: number;
  /** Entries about a tool rank lower unless the question names the tool. */
  tool?: string | undefined;
}

export interface Hit<Found extends Entry> {
  entry: Found;
  /** 0 to 100: lower when the entry lacks words of the question. */
  score: number;
}

const boost = { title: 3, aliases: 3, page: 0.5, text: 1 };
/** Without the bonus that MiniSearch gives to long texts. */
const bm25 = { k: 1.2, b: 0.7, d: 0 };
const toolWeights = { named: 1.2, unnamed: 0.6 };
/** The MiniSearch score that becomes 50; its scores have no upper bound. */
const halfScore = 60;
/** The score of the first entries, for a question without a word to search for, such as "What is Parley?". */
const fallbackScore = 25;
/** Bounds the work for one question. */
const maxWords = 40;

/** Full-text search over `entries`. The first ones answer questions that have no word to search for. */
export function searchOver<Found extends Entry>(entries: readonly Found[]) {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const index = new MiniSearch<Found>({
    fields: Object.keys(boost),
    tokenize: wordsOf,
    processTerm: termOf,
  });
  index.addAll(entries);

  return (question: string, limit: number): Hit<Found>[] => {
    const words = wordsOf(question).slice(0, maxWords);
    const terms = new Set(words.map(termOf).filter((term) => term !== null));
    if (terms.size === 0)
      return words.length === 0 ? [] : entries.slice(0, limit).map((entry) => ({ entry, score: fallbackScore }));
    const weightOf = (id: string): number => {
      const { tool, weight } = byId.get(id)!;
      return weight * (tool === undefined ? 1 : terms.has(tool) ? toolWeights.named : toolWeights.unnamed);
    };
    const found = index.search([...terms].join(' '), {
      tokenize: (text) => text.split(' '),
      processTerm: (term) => term,
      boost,
      boostDocument: weightOf,
      bm25,
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      weights: { prefix: 0.2, fuzzy: 0.1 },
    });
    return found
      .map(({ id, score, queryTerms }) => ({
        entry: byId.get(id as string)!,
        score: Math.round((100 * Math.sqrt(queryTerms.length / terms.size) * score) / (score + halfScore)),
      }))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, limit);
  };
}
