import { setImmediate as breathe } from 'node:timers/promises';
import { isPair, pairsOf, stemsOf, topicsOf } from './words.ts';

/** A question, and what answers it. */
export interface Example {
  id: string;
  question: string;
}

/** Features by their number, each with its value. */
type Vector = readonly (readonly [feature: number, value: number])[];

/** What a word's topic and its neighbour tell, beside the word itself. */
const values = { topic: 0.5, pair: 0.4 };
const passes = 8;
/** How far one example moves the weights, less and less from pass to pass. */
const rateOf = (pass: number): number => 3 / (1 + pass);
/** A class that is so unlikely already is not moved further away. */
const negligible = 0.003;
const examplesAtOnce = 25;
/** A prime, so that steps of it meet every example, far from the one before. */
const stride = 7919;

/** Multinomial logistic regression: learns from questions of all kinds which of them what answers, and guesses for others. */
export class Classifier {
  readonly #classes: readonly string[];
  readonly #features: ReadonlyMap<string, number>;
  /** Of each feature for each class. */
  readonly #weights: Float32Array;

  private constructor(classes: readonly string[], features: ReadonlyMap<string, number>) {
    this.#classes = classes;
    this.#features = features;
    this.#weights = new Float32Array(features.size * classes.length);
  }

  /** Takes a second or two, in small pieces: whoever else is served hardly waits. */
  static async learn(examples: readonly Example[]): Promise<Classifier> {
    const classes = [...new Set(examples.map(({ id }) => id))];
    const questions: (readonly string[])[] = [];
    const seen = new Map<string, number>();
    for (const { question } of examples) {
      const stems = stemsOf(question);
      for (const term of termsOf(stems).keys()) seen.set(term, (seen.get(term) ?? 0) + 1);
      if (questions.push(stems) % examplesAtOnce === 0) await breathe();
    }
    const telling = [...seen].filter(([term, count]) => count > 1 || !isPair(term));
    const classifier = new Classifier(classes, new Map(telling.map(([term], i) => [term, i])));
    const numbers = new Map(classes.map((id, i) => [id, i]));
    const vectors: Vector[] = [];
    for (const stems of questions) {
      if (vectors.push(classifier.#vectorOf(stems)) % examplesAtOnce === 0) await breathe();
    }
    for (let pass = 0; pass < passes; pass += 1) {
      for (let i = 0; i < examples.length; i += 1) {
        const next = (i * stride + pass) % examples.length;
        classifier.#learn(vectors[next]!, numbers.get(examples[next]!.id)!, rateOf(pass));
        if (i % examplesAtOnce === 0) await breathe();
      }
    }
    return classifier;
  }

  /** How likely it is, 0 to 1, that each answers a question. */
  guess(stems: readonly string[]): ReadonlyMap<string, number> {
    const likely = this.#likely(this.#vectorOf(stems));
    return new Map(this.#classes.map((id, i) => [id, likely[i]!]));
  }

  #learn(vector: Vector, answer: number, rate: number): void {
    const errors = this.#likely(vector);
    errors[answer]! -= 1;
    const moved: number[] = [];
    for (let i = 0; i < errors.length; i += 1) if (Math.abs(errors[i]!) > negligible) moved.push(i);
    for (const [feature, value] of vector) {
      const row = feature * errors.length;
      for (const i of moved) this.#weights[row + i]! -= rate * value * errors[i]!;
    }
  }

  /** Softmax; loops over numbers, as this is where the time goes. */
  #likely(vector: Vector): Float32Array {
    const weights = this.#weights;
    const likely = new Float32Array(this.#classes.length);
    for (const [feature, value] of vector) {
      const row = feature * likely.length;
      for (let i = 0; i < likely.length; i += 1) likely[i]! += value * weights[row + i]!;
    }
    let most = -Infinity;
    for (let i = 0; i < likely.length; i += 1) most = Math.max(most, likely[i]!);
    let sum = 0;
    for (let i = 0; i < likely.length; i += 1) sum += likely[i] = Math.exp(likely[i]! - most);
    for (let i = 0; i < likely.length; i += 1) likely[i]! /= sum;
    return likely;
  }

  /** Of length 1, so that long questions teach no more than short ones. */
  #vectorOf(stems: readonly string[]): Vector {
    const known = [...termsOf(stems)].filter(([term]) => this.#features.has(term));
    const length = Math.hypot(...known.map(([, value]) => value));
    return known.map(([term, value]) => [this.#features.get(term)!, value / length]);
  }
}

function termsOf(stems: readonly string[]): ReadonlyMap<string, number> {
  return new Map([
    ...stems.flatMap(topicsOf).map((topic) => [topic, values.topic] as const),
    ...pairsOf(stems).map((pair) => [pair, values.pair] as const),
    ...stems.map((stem) => [stem, 1] as const),
  ]);
}
