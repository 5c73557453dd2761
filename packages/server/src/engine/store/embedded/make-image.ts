import { fileURLToPath } from 'node:url';
import { makeInitialImages } from './image.ts';

await makeInitialImages(fileURLToPath(new URL('../migrations', import.meta.url)));
