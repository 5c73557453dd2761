import { makeInitialImages } from './image.ts';

await makeInitialImages();
