// Generates operations and types of the SDK from the contract. With `--check` it only reports whether they match the contract.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import {
  answersFile,
  codesFile,
  envelopeFile,
  fieldsFile,
  namesFile,
  operationsFile,
  proceduresFile,
  typesFile,
} from './drawn.mjs';
import { toolsFile } from './tools.mjs';

const folder = new URL('../src/generated/', import.meta.url);
const files = {
  'types.ts': typesFile(),
  'operations.ts': operationsFile(),
  'fields.ts': fieldsFile(),
  'answers.ts': answersFile(),
  'codes.ts': codesFile(),
  'procedures.ts': proceduresFile(),
  'envelope.ts': envelopeFile(),
  'names.ts': namesFile(),
  'tools.ts': toolsFile(),
};

const stale = Object.entries(files).filter(([name, text]) => {
  const file = new URL(name, folder);
  return !existsSync(file) || readFileSync(file, 'utf8') !== text;
});

if (process.argv.includes('--check')) {
  if (stale.length > 0) {
    console.error(`differs from the contract: ${stale.map(([name]) => name).join(', ')}. Run \`npm run draw\` in packages/sdk`);
    process.exit(1);
  }
} else {
  for (const [name, text] of stale) writeFileSync(new URL(name, folder), text);
}
