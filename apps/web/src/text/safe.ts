/** Only these open elsewhere; anything else is shown as text. */
export const isSafe = (href: string): boolean => /^(https?:|mailto:)/i.test(href);

export const isImage = (src: string): boolean => /^(https:\/\/|data:image\/(png|jpeg|gif|webp|avif);)/i.test(src);
