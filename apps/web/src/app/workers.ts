// oxlint-disable-next-line import/default -- Vite makes this module, which is the address of the file
import colouring from '../text/colours/worker.ts?worker&url';
import { root } from './place.ts';

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(text: string): string }): { createScriptURL(text: string): unknown };
}

const addresses = { service: new URL('sw.js', root).href, colouring: new URL(colouring, import.meta.url).href };
type Name = keyof typeof addresses;

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
/** The policy of the page allows this one: whatever it is asked for, its only addresses are those of the workers. */
const policy = trustedTypes?.createPolicy('parley-worker', {
  createScriptURL: (name) => addresses[name === 'colouring' ? name : 'service'],
});

const addressOf = (name: Name): string => (policy?.createScriptURL(name) ?? addresses[name]) as string;

export const registerService = (): Promise<ServiceWorkerRegistration> => navigator.serviceWorker.register(addressOf('service'));

export const startColouring = (): Worker => new Worker(addressOf('colouring'), { type: 'module' });
