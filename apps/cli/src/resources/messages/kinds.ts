import { limits } from '@parley/core/limits/messages';
import type { Kind } from '../../input/limits.ts';

export const message: Kind = { name: 'a message', setting: 'messageBytes', bytes: limits.messageBytes };
export const image: Kind = { name: 'an image', setting: 'imageBytes', bytes: limits.imageBytes };
