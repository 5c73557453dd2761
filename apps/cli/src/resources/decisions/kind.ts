import { maxDecisionTextCharacters } from '@parley/core/limits/decisions';
import type { Kind } from '../../input/limits.ts';

export const decisionDetails: Kind = { name: 'a question', characters: maxDecisionTextCharacters };
