import { dirname } from 'node:path';
import { Failure } from '../../failure.ts';

/** Says in words why a file could not be written. */
export const unwritable =
  (path: string) =>
  ({ code, message }: NodeJS.ErrnoException): never => {
    if (code === 'EISDIR') throw new Failure('usage', `${path} is a folder`, 'choose a file with --out FILE');
    if (code === 'ENOENT') throw new Failure('notFound', `There is no folder ${dirname(path)}`);
    throw new Failure('error', `${path} cannot be written: ${message}`);
  };
