export { startPostgres, type TestPostgres } from './postgres.ts';
export { startServer, type TestServer } from './server.ts';
