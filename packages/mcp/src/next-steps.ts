import type { NextStep } from '@parley/core';
import { declaredAs } from './declared.ts';

interface Condition {
  path: readonly string[];
  wanted: NextStep['when'][string];
}

const prepared = (steps: readonly NextStep[]) =>
  steps.map(({ when, text }) => ({
    text,
    conditions: Object.entries(when).map(([field, wanted]): Condition => ({ path: field.split('.'), wanted })),
  }));

const refusals = prepared(declaredAs('afterRefusal').flat());
const answers = prepared(declaredAs('afterAnswer').flat());

type StepFields = Record<string, unknown>;

/** What a model can do about a refusal, where the refusal itself does not say it. */
export const afterRefusal = (tool: string, refusal: object): string | undefined => firstOf(refusals, { ...refusal, tool });

/** What a model can do next, where the answer does not say it. */
export const afterAnswer = (answer: StepFields): string | undefined => firstOf(answers, answer);

/** Loops without callbacks, because every call of a tool runs them. */
function firstOf(steps: typeof refusals, situation: StepFields): string | undefined {
  search: for (const { conditions, text } of steps) {
    for (const { path, wanted } of conditions) {
      let value: unknown = situation;
      for (const name of path) value = (value as StepFields | null | undefined)?.[name];
      const isPresent = value !== undefined && value !== null;
      const isMet = typeof wanted === 'boolean' ? isPresent === wanted : [wanted].flat().includes(value as string);
      if (!isMet) continue search;
    }
    return text;
  }
  return undefined;
}
