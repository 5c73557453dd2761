import { expect, test } from 'vitest';
import { summaryText } from './sections.ts';

test('a summary names what was decided, written and is open, and says where there is nothing', () => {
  const text = summaryText('Release', [
    { of: 'open', title: 'Book a room', note: 'in progress: Bot', hash: '#t' },
    { of: 'decided', title: 'Monday or Friday?', note: 'Friday', hash: '#d' },
  ]);
  expect(text).toBe(
    '# Summary of Release\n\n## Decided and done\n\n- Monday or Friday?: Friday\n\n## Written\n\nNothing was written yet.\n\n## Open\n\n- Book a room: in progress: Bot\n',
  );
});
