import type { Head } from '../store/heads.ts';
import { BatchReader } from './batch-reader.ts';

/** Reads the current heads of spaces. */
export class HeadReader extends BatchReader<Head> {}
