export { maxQuestionCharacters } from './limits.ts';
export { answerEvents } from './events.ts';
