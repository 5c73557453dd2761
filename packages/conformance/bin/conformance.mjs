#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';

const [url, ...files] = process.argv.slice(2);
if (!url || !URL.canParse(url)) {
  console.error('Usage: conformance <base URL> [test file ...]');
  process.exit(2);
}

process.env.PARLEY_CONFORMANCE_URL = url;
const root = fileURLToPath(new URL('..', import.meta.url));
const vitest = await startVitest('test', files, { root, watch: false });
await vitest.close();
process.exit();
