import '../panel.css';
import './search.css';
import { counted } from '@parley/core/words';
import { useEffect, useRef } from 'preact/hooks';
import { Refusal } from '../../design/refusal.tsx';
import type { Room } from '../../space/room.ts';
import type { FoundPlace } from '../resource.ts';
import { BackButton } from '../back-button.tsx';
import { FilterSelect } from '../filter/filter-select.tsx';
import { ShownLink } from '../shown-link.tsx';
import { When } from '../when.tsx';
import { hashOf, shownIn } from './address.ts';
import { Around } from './around.tsx';
import { findingIn, type Finding } from './finding.ts';
import { Results } from './results.tsx';
import { SearchForm } from './search-form.tsx';

interface SearchPanelProps {
  room: Room;
  hash: string;
  places: readonly FoundPlace[];
}

/** The search of a room, or a place far back that it has found. */
export function SearchPanel({ room, hash, places }: SearchPanelProps) {
  const { around } = shownIn(hash) ?? {};
  const finding = findingIn(room);
  return (
    <>
      <header class="panel-header">
        <BackButton />
        <h2>{around === undefined ? 'Search' : 'Earlier messages'}</h2>
        {around !== undefined && (
          <ShownLink to={hashOf()} class="button quiet">
            All results
          </ShownLink>
        )}
      </header>
      {around === undefined ? (
        <Search room={room} finding={finding} places={places} />
      ) : (
        <Around key={around} room={room} sequence={around} />
      )}
    </>
  );
}

function Search({ room, finding, places }: Omit<SearchPanelProps, 'hash'> & { finding: Finding }) {
  const body = useRef<HTMLDivElement>(null);
  // Where one was among the results, after a look at one of them.
  useEffect(() => {
    const place = body.current!;
    place.scrollTop = finding.scrolledTo;
    return () => void (finding.scrolledTo = place.scrollTop);
  }, [finding]);
  const results = finding.results.value;
  const searchedBack = finding.searchedBack.value;
  return (
    <div class="panel-body" ref={body} tabIndex={-1}>
      <FilterSelect room={room} />
      <SearchForm room={room} finding={finding} places={places} />
      <p class="said-found" role="status">
        {finding.isBusy.value ? 'Searching…' : results && saidOf(results.length, searchedBack !== undefined)}
      </p>
      <Refusal text={finding.refusal.value} />
      {results && <Results results={results} room={room} places={places} />}
      {searchedBack !== undefined && !finding.isBusy.value && (
        <p class="further">
          <button type="button" class="quiet" onClick={() => void finding.more()}>
            Search further back
          </button>{' '}
          <small>
            Searched back to <When at={searchedBack} />
          </small>
        </p>
      )}
    </div>
  );
}

function saidOf(count: number, isCut: boolean): string {
  if (count === 0) return isCut ? 'Nothing found so far' : 'Nothing found';
  return `${counted(count, 'result')}${isCut ? ' so far' : ''}`;
}
