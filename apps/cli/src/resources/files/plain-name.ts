import { basename } from 'node:path';

/** A server can name a file as it likes. Devices of Windows have such names on each system, because folders are shared between them. */
const device = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *(?:\.|$)/i;

/** Whether a file of that name is in this folder, visible, and looks like what it is. */
export const isPlainName = (name: string): boolean =>
  name !== '' && basename(name) === name && !/[\\/:*?"<>|\p{Cc}\p{Cf}]|^\.|[. ]$/u.test(name) && !device.test(name);
