export const defaultLeaseSeconds = 300;

export const minLeaseSeconds = 10;

export const maxLeaseSeconds = 3_600;
