import type { Command } from 'commander';
import { usageOf } from '../reference.ts';
import { resources } from '../resources/index.ts';

const most = 2;
/** A single word that a third of all commands share cannot reach this score. */
const leastScore = 4;
const nameWeight = 2;
const common = new Set('a an and any are can do does for from get how i in is it me my of on or that the their there this to what when where which who why with you your anybody anyone people person somebody someone'.split(' ')); // prettier-ignore

/** Other words for what a command does, where its help does not use them. */
const synonyms: Readonly<Record<string, string>> = Object.assign(
  {
    status: 'whoami unread waiting',
    listen: 'agent bot daemon service claude codex gemini opencode',
    chat: 'terminal interactive',
    export: 'save archive transcript backup everything',
    login: 'sign account dashboard link',
  },
  ...resources.map((each) => each.synonyms),
);

interface Described {
  usage: string;
  about: string;
  weights: ReadonlyMap<string, number>;
}

/** Everything happens in a space: a command need not say so. */
const place = 'spac';

/** These ask for a fact, not for something to do. */
const ofFacts = /^\s*(who|what|why|when|is|are)\b/i;

/**
 * The commands that a question is about, best first: the fewer commands contain a word, the more it counts. A command that lacks words
 * of the question counts less: “change the port” is not about changing the space.
 */
export function ownCommands(program: Command, question: string): Pick<Described, 'usage' | 'about'>[] {
  if (ofFacts.test(question)) return [];
  const all = described(program, '');
  const rarity = (word: string) => Math.log(all.length / (all.filter(({ weights }) => weights.has(word)).length || all.length));
  // “Use” is the name of a command only where it is about spaces: “use it from Python” is not.
  const asked = [...new Set(wordsOf(/\bspaces?\b/i.test(question) ? question : question.replace(/\bus(?:e|es|ed|ing)\b/gi, '')))];
  const scored = all
    .map((command) => {
      const found = asked.filter((word) => command.weights.has(word));
      const sum = found.reduce((sum, word) => sum + command.weights.get(word)! * rarity(word), 0);
      const missed = asked.filter((word) => word !== place && !found.includes(word));
      return { command, score: (sum * found.length) / (found.length + missed.length || 1) };
    })
    .toSorted((a, b) => b.score - a.score);
  const least = Math.max(leastScore, 0.8 * (scored[0]?.score ?? 0));
  return scored.filter(({ score }) => score >= least).slice(0, most).map(({ command }) => command); // prettier-ignore
}

function described(command: Command, parent: string): Described[] {
  const name = `${parent} ${command.name()}`.trim();
  const verbs = command
    .createHelp()
    .visibleCommands(command)
    .filter((verb) => verb.name() !== 'help');
  if (verbs.length > 0) return verbs.flatMap((verb) => described(verb, name));
  const usage = [name, ...command.registeredArguments.map(usageOf)].join(' ');
  const about = command.description();
  const weights = new Map(wordsOf(about).map((word) => [word, 1]));
  for (const word of wordsOf(`${name} ${synonyms[name.replace('parley ', '')] ?? ''}`)) weights.set(word, nameWeight);
  return [{ usage, about, weights }];
}

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}{2,}/gu) ?? []).filter((word) => !common.has(word)).map(stem);

/** Enough for “messages”, “invitation” and “locked”: the question and the descriptions are stemmed alike. */
const stem = (word: string): string => word.replace(/(?:ations?|ing|ed|es|e|s)$/, '');
