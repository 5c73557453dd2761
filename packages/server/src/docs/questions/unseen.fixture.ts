import type { Question } from './questions.fixture.ts';
export const unseen: readonly Question[] = [
  {
    ask: 'How do I create a space here?',
    answers: ['createSpace', 'quick-start#how-do-i-make-a-space', 'rest#spaces-create-see-change-close'],
  },
];
export const foreign: readonly string[] = [];
