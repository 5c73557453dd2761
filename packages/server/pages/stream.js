import { address, call } from './api.js';
import { words } from './words.js';

const retryMs = 5_000;
// `ready` has no position of its own: it would replace the one to resume at.
const kinds = Object.keys(words).filter((kind) => kind !== 'ready');

/**
 * Follows the space. The browser resumes a lost connection by itself, but gives up if the server answers anything except
 * a stream. Then this asks for the reason, and either reports the end or resumes at the last position.
 */
export function follow(key, { told, connected, over }) {
  let source;
  let last;
  let ended = false;
  open();
  return end;

  function open() {
    source = new EventSource(address('/messages/stream', { key, ...(last && { lastEventId: last }) }));
    source.addEventListener('open', () => connected(true));
    source.addEventListener('error', () => {
      if (ended) return;
      connected(false);
      if (source.readyState === EventSource.CLOSED) void recover();
    });
    for (const kind of kinds) source.addEventListener(kind, receive);
  }

  function receive({ type, data, lastEventId }) {
    if (ended) return;
    last = type === 'reset' ? undefined : lastEventId;
    told(type, JSON.parse(data));
  }

  async function recover() {
    let pause = retryMs;
    try {
      await call('GET', '', key);
    } catch (error) {
      if (error.status === 401 || error.status === 404) {
        end();
        over(error.message);
        return;
      }
      pause = (error.retryAfter ?? 0) * 1_000 || retryMs;
    }
    setTimeout(() => ended || open(), pause);
  }

  function end() {
    ended = true;
    source.close();
  }
}
