import { stemmer } from 'stemmer';

/** Words that carry no meaning in a question. */
const stopWords = new Set(
  `a about am an and another any anybody anyone are as at be been before being but by can cannot could did do does doing done for
  from get gets getting give go going got had happen happens has have having here how i if in into is isn it its just know like
  may me mean might must my need needs no not now of on one or other our parley please possible should so some somebody someone
  something still such support tell than that the their them then there these they thing things this those to too us use used
  using very want wants was way we were what when where whether which while who whose why will with without work works would you
  your`.split(/\s+/),
);

/** Each line lists synonyms; the first word replaces the others. */
const synonyms = `
space room meeting chatroom channel
artifact document doc
participant member attendee guest
agent bot chatbot llm assistant
message msg chat
create make generate
edit write change modify
close end finish terminate
retry resend repeat
stream sse subscribe realtime websocket webhook notify follow
expire expiry ttl lifetime
setting configuration config environment env
database db postgres postgresql
login signin authenticate
cli terminal shell command
sdk typescript javascript library client
`;

const canonical = new Map(
  synonyms
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .flatMap(([first, ...others]) => others.map((other) => [stemmer(other), stemmer(first!)] as const)),
);

/** The words of a text. A name such as `space_closed` or `writeArtifact` is a word, and so are its parts. */
export function wordsOf(text: string): string[] {
  const plain = text
    .replace(/([a-z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[’']\w+/g, '')
    .replace(/(\d),(?=\d{3})/g, '$1');
  const words = plain.match(/[\p{L}\p{N}]+(?:[_-][\p{L}\p{N}]+)*/gu) ?? [];
  return words.flatMap((word) => (/[_-]/.test(word) ? [word, ...word.split(/[_-]/)] : word));
}

/** The term under which a lower-case word is indexed, or null if it is not. */
export function termOf(word: string): string | null {
  if (stopWords.has(word)) return null;
  const stem = stemmer(word);
  return canonical.get(stem) ?? stem;
}
