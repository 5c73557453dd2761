// Records the transcripts against a server: node scripts/record.mjs URL [folder]
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scenarios } from './scenarios.mjs';

const [url, folder = fileURLToPath(new URL('../transcripts', import.meta.url))] = process.argv.slice(2);
const checkedHeaders = [
  ...['content-type', 'api-version', 'ratelimit-limit', 'ratelimit-policy', 'location', 'www-authenticate'],
  ...['idempotency-replayed', 'content-disposition'],
];
/** Fields that are not in the specification; omitted from transcripts for servers that implement only the specification. */
const added = JSON.parse(readFileSync(new URL('added-fields.json', import.meta.url), 'utf8'));
/** A lock has the same field, which is specified. */
const isAdded = (name, value) => added.includes(name) || (name === 'lockExpiresAt' && 'error' in value);
/** Fields whose values differ between servers or change over time. */
const types = {
  ...{
    error: 'string',
    ttlRemaining: 'integer',
    suggestedPollingIntervalMs: 'integer',
    interval: 'integer',
    contextVersion: 'string',
  },
  ...{ cursor: 'time', lockedAt: 'time', lockExpiresAt: 'time', expiresAt: 'time', revokedAt: 'time', lastSeenAt: 'time' },
};
const kinds = [
  ['uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  ['key', /^[0-9a-f]{64}$/],
  ['time', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/],
];

mkdirSync(folder, { recursive: true });
for (const scenario of scenarios) {
  const file = `${scenario.name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.json`;
  writeFileSync(join(folder, file), `${JSON.stringify(await record(scenario), null, 2)}\n`);
}

async function record({ name, kind, requests }) {
  /** Names of values from earlier answers. */
  const told = new Map();
  const steps = [];
  for (const request of requests) steps.push({ request, response: await answerTo(request, told, kind) });
  return { name, kind, steps };
}

async function answerTo(request, told, kind) {
  const values = new Map([...told].map(([value, name]) => [name, value]));
  const filled = JSON.parse(JSON.stringify(request).replaceAll(/\{\{(\w+)\}\}/g, (_, name) => values.get(name)));
  const body = filled.body && JSON.stringify(filled.body);
  const response = await fetch(url + filled.path, { method: filled.method, headers: filled.headers, body, redirect: 'manual' });
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
  const general = (field, value) => generalised(field, value, told, kind);
  // The body first, because it names values that a header repeats.
  const matched = isJson ? general('', JSON.parse(text)) : text;
  const headers = checkedHeaders.filter((name) => response.headers.has(name));
  return {
    status: response.status,
    headers: Object.fromEntries(
      headers.map((name) => [name, general('', response.headers.get(name).replace(/; ?charset=.*$/, ''))]),
    ),
    ...(text !== '' && { body: matched }),
  };
}

function generalised(field, value, told, kind) {
  if (Array.isArray(value)) return value.map((each) => generalised(field, each, told, kind));
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([name]) => name !== 'requestId' && (kind !== 'spec' || !isAdded(name, value)));
    return Object.fromEntries(fields.map(([name, each]) => [name, generalised(name, each, told, kind)]));
  }
  if (types[field]) return `{{:${types[field]}}}`;
  if (typeof value !== 'string') return value;
  if (/(Url|Link|Uri|UriComplete)$/.test(field) && field !== 'statusUrl') return '{{:url}}';
  if (told.has(value)) return `{{${told.get(value)}}}`;
  const type = field === 'deviceCode' ? 'string' : kinds.find(([, pattern]) => pattern.test(value))?.[0];
  if (type) return `{{${named(field, value, told)}:${type}}}`;
  let general = value.replaceAll(url, '{{:origin}}');
  for (const [known, name] of told) general = general.replaceAll(known, `{{${name}}}`);
  return general;
}

/** The name of the field; a number distinguishes the second from the first. */
function named(field, value, told) {
  const names = new Set(told.values());
  let name = field;
  for (let i = 2; names.has(name); i += 1) name = `${field}${i}`;
  told.set(value, name);
  return name;
}
