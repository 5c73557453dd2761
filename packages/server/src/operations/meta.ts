import { plain } from './define.ts';

export const health = plain<'health'>(() => ({ status: 'ok' }));
