export type { AppRouter } from './call/procedures/router.ts';
export { createApp } from './app.ts';
export { ConfigError } from './engine/config-error.ts';
export { readConfig, type Config } from './config.ts';
export { createLogger } from './surfaces/wire/log.ts';
export { startParley, type Parley } from './parley.ts';
