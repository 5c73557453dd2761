import { useState } from 'preact/hooks';
import { Dialog } from '../../design/dialog.tsx';
import { useFocus } from '../../design/focus.ts';
import type { Room } from '../../space/room.ts';
import { closeDialog } from '../dialogs.ts';
import { destinationsFor, type Destination } from './destinations.ts';

const optionOf = ({ id }: Destination): string => `place-${id}`;

/** Goes anywhere in a room by a few letters. */
export function Palette({ room }: { room: Room }) {
  const [typed, type] = useState('');
  const [at, select] = useState(0);
  const field = useFocus<HTMLInputElement>();
  const destinations = destinationsFor(typed, room);
  const selected = destinations[Math.min(at, destinations.length - 1)];
  const goTo = (place: Destination) => {
    closeDialog();
    // The dialog gives the focus back first.
    setTimeout(() => place.go());
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? destinations.length - 1 : 0;
    if (event.isComposing || (step === 0 && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step > 0) select((Math.min(at, destinations.length - 1) + step) % destinations.length);
    else if (selected) goTo(selected);
  };
  return (
    <Dialog title="Go to" class="narrow palette" onClose={closeDialog}>
      <input
        ref={field}
        role="combobox"
        aria-label="Where to go, or words to search for"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls="places"
        aria-activedescendant={selected && optionOf(selected)}
        autocomplete="off"
        dir="auto"
        value={typed}
        onInput={(event) => {
          type(event.currentTarget.value);
          select(0);
        }}
        onKeyDown={press}
      />
      <ul id="places" role="listbox" aria-label="Places">
        {destinations.map((place) => (
          <li
            key={place.id}
            id={optionOf(place)}
            role="option"
            aria-selected={place === selected}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => goTo(place)}
          >
            <small>{place.kind}</small> <bdi>{place.name}</bdi>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
