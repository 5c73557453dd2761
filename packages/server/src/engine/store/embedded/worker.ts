import { parentPort, workerData } from 'node:worker_threads';
import { copyFiles } from './copy.ts';
import { databaseFiles, filesIn } from './data-folder.ts';
import {
  type Copying,
  type FromWorker,
  OPENING,
  type Reply,
  type WorkerRequest,
  type EmbeddedSettings,
  type ToWorker,
} from './messages.ts';
import { migrateEmbedded } from './migrate.ts';
import { startDurable, startInMemory } from './pglite.ts';
import { Statements } from './statements.ts';
import { EmbeddedUpkeep } from './upkeep.ts';

/** Milliseconds between two messages with answers: one message per answer would cost more than reading a row by its key. */
const PACE = 0.25;

let posted = 0;

const { dataDir, migrationsFolder } = workerData as EmbeddedSettings;
const files = dataDir === null ? undefined : migrationsFolder ? await databaseFiles(dataDir, migrationsFolder) : filesIn(dataDir);
const pg = files === undefined ? await startInMemory(stop, migrationsFolder) : await startDurable(files, stop);
if (migrationsFolder) await migrateEmbedded(pg, migrationsFolder);

const statements = new Statements(pg);
const upkeep = new EmbeddedUpkeep(statements);
let turn = Promise.resolve();
parentPort?.on('message', (message: ToWorker) => {
  turn = turn.then(() => obey(message)).catch((error: unknown) => stop(String(error)));
});
post([[OPENING, []]]);

async function obey(message: ToWorker): Promise<void> {
  if (message === 'close') return close();
  return 'copyTo' in message ? copy(message) : answer(message);
}

/** Nothing writes meanwhile, so the copy is what a crash at this moment would leave: everything that was answered. */
async function copy({ id, copyTo }: Copying): Promise<void> {
  try {
    await copyFiles(files!, copyTo);
    post([[id, []]]);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    post([[id, null, { message, code, detail: undefined, constraint_name: undefined }]]);
  }
}

async function answer(requests: WorkerRequest[]): Promise<void> {
  let replies: Reply[] = [];
  for (const [id, text, params] of requests) {
    const answered = await statements.run(text, params);
    replies.push(Array.isArray(answered) ? [id, answered] : [id, null, answered]);
    if (performance.now() - posted < PACE) continue;
    post(replies);
    replies = [];
  }
  if (replies.length > 0) post(replies);
  await upkeep.after(requests.length);
}

async function close(): Promise<void> {
  await pg.close();
  parentPort?.close();
}

function stop(reason: string): never {
  post({ stopped: `The embedded database stopped: ${reason}` });
  process.exit(1);
}

function post(message: FromWorker): void {
  parentPort?.postMessage(message);
  posted = performance.now();
}
