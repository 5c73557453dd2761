export { Files, type CreateFileOptions, type DownloadOptions, type FileContent } from './files.ts';
