import { afterEach, beforeEach, expect, test, vi } from 'vitest';

class Storage {
  readonly entries = new Map<string, string>();
  get length(): number {
    return this.entries.size;
  }
  key(i: number): string | null {
    return [...this.entries.keys()][i] ?? null;
  }
  getItem(name: string): string | null {
    return this.entries.get(name) ?? null;
  }
  setItem(name: string, value: string): void {
    this.entries.set(name, value);
  }
  removeItem(name: string): void {
    this.entries.delete(name);
  }
}

const membership = (spaceId: string, usedAt: number) => ({
  spaceId,
  spaceName: 'Release',
  key: 'a'.repeat(64),
  participantId: 'p-1',
  name: 'Maya',
  isOwner: false,
  read: 3,
  usedAt,
});

/** The module as a tab that opens now loads it. */
async function openTab() {
  vi.resetModules();
  return import('./memberships.ts');
}

const page = new EventTarget();

beforeEach(() => {
  vi.stubGlobal('localStorage', new Storage());
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
});
afterEach(() => vi.unstubAllGlobals());

test('another visit finds the spaces, the latest used first', async () => {
  const first = await openTab();
  first.remember(membership('s-1', 1));
  first.remember(membership('s-2', 2));
  const later = await openTab();
  expect(later.memberships.value.map(({ spaceId }) => spaceId)).toEqual(['s-2', 's-1']);
});

test('a membership that is over keeps its story and loses its key, and comes last', async () => {
  const tab = await openTab();
  tab.remember(membership('s-1', 1));
  tab.remember(membership('s-2', 2));
  tab.conclude('s-2', 'The owner removed you from this space.');
  expect(tab.membershipIn('s-2')).toMatchObject({ name: 'Maya', ended: 'The owner removed you from this space.' });
  expect(tab.membershipIn('s-2')).not.toHaveProperty('key');
  expect(tab.memberships.value.map(({ spaceId }) => spaceId)).toEqual(['s-1', 's-2']);
  expect(JSON.stringify([...(localStorage as unknown as Storage).entries])).toContain('removed you');
});

test('tabs share what they know', async () => {
  const tab = await openTab();
  tab.remember(membership('s-1', 1));
  localStorage.setItem('parley space s-1', JSON.stringify({ ...membership('s-1', 1), read: 9 }));
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'parley space s-1' }));
  expect(tab.membershipIn('s-1')?.read).toBe(9);
});

test('what is forgotten is gone, and is not amended', async () => {
  const tab = await openTab();
  tab.remember(membership('s-1', 1));
  tab.forget('s-1');
  tab.amend('s-1', { read: 5 });
  tab.conclude('s-1', 'Over.');
  expect(tab.membershipIn('s-1')).toBeUndefined();
  expect(localStorage.length).toBe(0);
});

test('without storage, a tab still remembers', async () => {
  const refuse = () => {
    throw new Error('denied');
  };
  vi.stubGlobal('localStorage', {
    get length() {
      return refuse();
    },
    setItem: refuse,
    removeItem: refuse,
  });
  const tab = await openTab();
  tab.remember(membership('s-1', 1));
  expect(tab.membershipIn('s-1')?.name).toBe('Maya');
});
