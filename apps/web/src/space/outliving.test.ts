import { afterEach, expect, test, vi } from 'vitest';
import { outliving } from './outliving.ts';

afterEach(() => vi.unstubAllGlobals());

test('what a page that goes away sends outlives it, and nothing else does', async () => {
  const sent = vi.fn<typeof fetch>(async () => new Response());
  vi.stubGlobal('fetch', sent);
  const page = new EventTarget();
  const ask = outliving(page);
  const keeps = async () => {
    await ask('https://parley.example', { method: 'POST' });
    return sent.mock.lastCall![1];
  };
  expect(await keeps()).toEqual({ method: 'POST' });
  page.dispatchEvent(new Event('pagehide'));
  expect(await keeps()).toEqual({ method: 'POST', keepalive: true });
  // It came back from the cache of the browser.
  page.dispatchEvent(new Event('pageshow'));
  expect(await keeps()).toEqual({ method: 'POST' });
});
