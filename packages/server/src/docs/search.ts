import MiniSearch from 'minisearch';
import { termOf, wordsOf } from './words.ts';

/** Something that can answer a question. */
export interface SearchEntry {
  id: string;
  title: string;
  /** Other ways to say the title. */
  aliases: string;
  /** The title of its page. */
  page: string;
  text: string;
  /** Orders entries that match equally well. */
  weight: number;
  /** What an entry about a tool calls it: the entry ranks lower unless the question has one of these words. */
  tool?: readonly string[] | undefined;
}

export interface Hit<Found extends SearchEntry> {
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
/** An answer with a lower score only comes closest: unfinished words score up to 10, and a word of a heading at least 24. */
export const goodScore = 20;
/** An entry answers a question if it scores as much, or covers as much of what the question is about. No answer is better than a wrong one. */
const answers = { score: 31, coverage: 0.5 };
/** The weight of a word that an entry contains only in another form. */
const formWeight = 0.75;
/** Bounds the work for one question. */
const maxWords = 40;

/** Full-text search over `entries`; finds nothing rather than what has little to do with the question. The first ones answer questions that have no word to search for. */
export function searchOver<Found extends SearchEntry>(entries: readonly Found[]) {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const index = new MiniSearch<Found>({
    fields: Object.keys(boost),
    tokenize: wordsOf,
    processTerm: termOf,
  });
  index.addAll(entries);
  const rarityOf = rarityIn(entries);

  return (question: string, limit: number): Hit<Found>[] => {
    const words = wordsOf(question).slice(0, maxWords);
    const terms = new Set(words.map(termOf).filter((term) => term !== null));
    if (terms.size === 0)
      return words.length === 0 ? [] : entries.slice(0, limit).map((entry) => ({ entry, score: fallbackScore }));
    const weightOf = (id: string): number => {
      const { tool, weight } = byId.get(id)!;
      if (!tool) return weight;
      return weight * (tool.some((word) => terms.has(termOf(word) ?? word)) ? toolWeights.named : toolWeights.unnamed);
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
    const total = [...terms].reduce((sum, term) => sum + rarityOf(term), 0);
    const covers = ({ queryTerms, terms: matched }: { queryTerms: string[]; terms: string[] }): number =>
      queryTerms.reduce((sum, term) => sum + rarityOf(term) * (matched.includes(term) ? 1 : formWeight), 0) / total;
    const hits = found
      .map(({ id, score, queryTerms }) => ({
        entry: byId.get(id as string)!,
        score: Math.round((100 * Math.sqrt(queryTerms.length / terms.size) * score) / (score + halfScore)),
      }))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, limit);
    const isAnswered =
      (hits[0]?.score ?? 0) >= answers.score || found.slice(0, limit).some((hit) => covers(hit) >= answers.coverage);
    return isAnswered ? hits : [];
  };
}

/** The weight of a term: the fewer entries contain it, the higher; highest if none does. */
function rarityIn(entries: readonly SearchEntry[]): (term: string) => number {
  const counts = new Map<string, number>();
  for (const { title, aliases, page, text } of entries) {
    for (const term of new Set(wordsOf(`${title} ${aliases} ${page} ${text}`).map(termOf))) {
      if (term !== null) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
  }
  return (term) => Math.log(1 + entries.length / ((counts.get(term) ?? 0) + 0.5));
}
