export const summaryHash = '#summary';
