// What makes tests cost less processor time, as variables for all processes that they start.
import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const oneTier = fileURLToPath(new URL('one-tier.cjs', import.meta.url));
const memory = '/dev/shm';
/** A run of all tests stores much less at a time, and the server warns of full disks long before. */
const enoughBytes = 4 * 1024 ** 3;

export function quickly({ NODE_OPTIONS: given = '', TMPDIR, TMP, TEMP }) {
  // Quoted like JSON, because Node splits the options at spaces.
  const NODE_OPTIONS = `${given} --require=${JSON.stringify(oneTier)}`.trimStart();
  const isChosen = Boolean(TMPDIR || TMP || TEMP);
  return { NODE_OPTIONS, ...(!isChosen && isUsable(memory) && { TMPDIR: memory }) };
}

/** Tests write there, also large files, and start programs from there. */
function isUsable(folder) {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, place]) => place === folder);
    return bavail * bsize > enoughBytes && mount !== undefined && !mount[3].split(',').includes('noexec');
  } catch {
    return false;
  }
}
