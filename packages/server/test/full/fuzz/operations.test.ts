import { onEmbedded } from '../../databases.ts';
import { fuzzOperations } from '../../fuzz/operations.ts';

fuzzOperations(onEmbedded, 30);
