/** Whether disks can be mounted and networks made. */
export const isRoot = (): boolean => process.platform === 'linux' && process.getuid?.() === 0;
