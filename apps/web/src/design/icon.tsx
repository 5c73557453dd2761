/** Lines on a field of 24 by 24. */
const shapes = {
  close: 'M6 6l12 12M18 6L6 18',
  people:
    'M15.5 20v-1.5a4 4 0 0 0-4-4h-5a4 4 0 0 0-4 4V20M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM21.5 20v-1.5a4 4 0 0 0-3-3.87M16 4.2a3.5 3.5 0 0 1 0 6.6',
  invite: 'M14.5 20v-1.5a4 4 0 0 0-4-4h-4a4 4 0 0 0-4 4V20M8.5 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM19 8v6M22 11h-6',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  about: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5M12 8h.01',
  more: 'M5.5 12a.5.5 0 1 1-1 0 .5.5 0 0 1 1 0ZM12.5 12a.5.5 0 1 1-1 0 .5.5 0 0 1 1 0ZM19.5 12a.5.5 0 1 1-1 0 .5.5 0 0 1 1 0Z',
  document: 'M14 3H6.5A1.5 1.5 0 0 0 5 4.5v15A1.5 1.5 0 0 0 6.5 21h11a1.5 1.5 0 0 0 1.5-1.5V8l-5-5ZM14 3v5h5M9 13h6M9 17h4',
  wide: 'M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7',
  narrow: 'M20 10h-6V4M14 10l6-6M4 14h6v6M10 14l-6 6',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20 20',
  inbox: 'M3 13h5l1.5 3h5L16 13h5M5.5 5h13L21 13v5a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-5L5.5 5Z',
} as const;

export const Icon = ({ name }: { name: keyof typeof shapes }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={shapes[name]} />
  </svg>
);
