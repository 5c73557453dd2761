// Draws from the contract what of the SDK follows from it.
import { writeFileSync } from 'node:fs';
import { proceduresFile } from './procedures.mjs';

const folder = new URL('../src/generated/', import.meta.url);
const files = { 'procedures.ts': proceduresFile() };

for (const [name, text] of Object.entries(files)) writeFileSync(new URL(name, folder), text);
