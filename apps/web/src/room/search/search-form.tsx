import { useEffect, useRef } from 'preact/hooks';
import type { Room } from '../../space/room.ts';
import type { FoundPlace } from '../resource.ts';
import type { Finding, SearchQuery } from './finding.ts';
import { isToSearch } from './keys.ts';

/** A search begins when somebody stops typing, or presses Enter. */
const pauseMs = 400;

interface SearchFormProps {
  room: Room;
  finding: Finding;
  places: readonly FoundPlace[];
}

export function SearchForm({ room, finding, places }: SearchFormProps) {
  const kinds = ['message', ...places.map(({ kind }) => kind), 'file'].map((kind) => `${kind}s`);
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const query = finding.query.value;
  useEffect(() => {
    const type = () => {
      field.current?.focus();
      field.current?.select();
    };
    const press = (event: KeyboardEvent) => {
      if (!isToSearch(event)) return;
      event.preventDefault();
      type();
    };
    // Who comes back to the results reads on.
    if (!finding.results.peek()) type();
    addEventListener('keydown', press, { capture: true });
    return () => {
      removeEventListener('keydown', press, { capture: true });
      clearTimeout(timer.current);
    };
  }, []);
  const look = (change: Partial<SearchQuery>) => {
    clearTimeout(timer.current);
    void finding.look({ ...finding.query.peek(), ...change });
  };
  const typed = ({ currentTarget: { value: q } }: { currentTarget: HTMLInputElement }) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => look({ q }), pauseMs);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    look({ q: field.current!.value });
  };
  return (
    <form class="search-form" role="search" onSubmit={submit}>
      <label class="words">
        <span class="unseen">Words, and phrases in quotes</span>
        <input
          ref={field}
          type="search"
          name="q"
          defaultValue={query.q}
          maxLength={500}
          placeholder="Words, or a “phrase”"
          autocomplete="off"
          enterKeyHint="search"
          dir="auto"
          onInput={typed}
        />
      </label>
      <label>
        <span class="unseen">Where to look</span>
        <select value={query.in} onChange={({ currentTarget: { value } }) => look({ in: value })}>
          <option value="">Everywhere</option>
          {kinds.map((name) => (
            <option key={name} value={name}>
              In {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span class="unseen">By whom</span>
        <select value={query.from} onChange={({ currentTarget: { value } }) => look({ from: value })}>
          <option value="">By anybody</option>
          {room.participants.value.map(({ participantId, name }) => (
            <option key={participantId} value={participantId}>
              By {participantId === room.me ? 'you' : name}
            </option>
          ))}
        </select>
      </label>
    </form>
  );
}
