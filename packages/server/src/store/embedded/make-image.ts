import { makeInitialImage } from './image.ts';

await makeInitialImage();
