export { compareInSearch, cursorOf, isAfter, placeOfCursor, type SearchOrder, type SearchPlace } from './cursor.ts';
export { excerptOf } from './excerpt.ts';
export { searchedKinds } from './kinds.ts';
export { joinerRanges } from './letters.ts';
export { Matcher } from './match.ts';
export { termsOf, type Atom, type Term } from './query.ts';
