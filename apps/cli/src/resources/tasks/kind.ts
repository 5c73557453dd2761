import { maxTaskTextCharacters } from '@parley/core/limits/tasks';
import type { Kind } from '../../input/limits.ts';

export const taskDetails: Kind = { name: 'a task', characters: maxTaskTextCharacters };
