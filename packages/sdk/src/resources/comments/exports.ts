export { Comments, type CommentOptions, type CommentsOptions, type ReplyOptions } from './comments.ts';
