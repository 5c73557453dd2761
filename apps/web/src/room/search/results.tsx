import type { SearchResult } from '@parley/sdk';
import type { Room } from '../../space/room.ts';
import type { FoundPlace } from '../resource.ts';
import { ShownLink } from '../shown-link.tsx';
import { When } from '../when.tsx';
import { hashOf, hashOfMessage } from './address.ts';
import { FoundFile } from './file.tsx';
import { Marked } from './marked.tsx';

/** As in the style sheet: whether the conversation is beside the results. */
const wide = matchMedia('(min-width: 70.01rem)');

interface ResultsProps {
  results: readonly SearchResult[];
  room: Room;
  places: readonly FoundPlace[];
}

/** What was found, newest first. Each leads to its place. */
export const Results = ({ results, ...shared }: ResultsProps) => (
  <ol class="results" role="list" aria-label="Results">
    {results.map((result) => (
      <li key={`${result.kind} ${result.id}`}>
        <Result result={result} {...shared} />
      </li>
    ))}
  </ol>
);

function Result({ result, room, places }: Omit<ResultsProps, 'results'> & { result: SearchResult }) {
  const { kind, id, sequence, title } = result;
  const shown = places.find((each) => each.kind === kind);
  const content = <Content {...result} room={room} />;
  if (shown) return <ShownLink to={shown.hashOf(result)}>{content}</ShownLink>;
  if (sequence === undefined) return <FoundFile id={id} name={title ?? ''} content={content} room={room} />;
  if (!room.canReach(sequence)) return <ShownLink to={hashOf({ around: sequence })}>{content}</ShownLink>;
  // As any other link to a message: the conversation hears of it.
  return <a href={hashOfMessage(sequence, wide.matches)}>{content}</a>;
}

function Content({ kind, authorId, authorName, at, title, excerpt, ranges, room }: SearchResult & { room: Room }) {
  return (
    <>
      <span class="about">
        <bdi>{authorId === room.me ? 'You' : (authorName ?? 'Someone')}</bdi>
        {kind !== 'message' && <span class="tag">{kind}</span>}
        <When at={at} />
      </span>
      {title !== undefined && title !== excerpt && <strong dir="auto">{title}</strong>}
      <span class="excerpt" dir="auto">
        <Marked excerpt={excerpt} ranges={ranges} />
      </span>
    </>
  );
}
