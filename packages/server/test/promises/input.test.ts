import { onPostgres } from '../databases.ts';
import { fuzzOperations } from '../fuzz/operations.ts';

fuzzOperations(onPostgres, 10);
