/** How files begin whose type is worth knowing. Nothing is decided by it: a file can begin like one thing and be another. */
const signatures = (
  [
    ['image/png', '89504e470d0a1a0a'],
    ['image/jpeg', 'ffd8ff'],
    ['image/gif', '47494638'],
    ['image/webp', '57454250', 8],
    ['application/pdf', '255044462d'],
    ['application/zip', '504b0304'],
    ['application/gzip', '1f8b08'],
    ['application/zstd', '28b52ffd'],
    ['application/x-xz', 'fd377a585a00'],
    ['application/x-tar', '7573746172', 257],
    ['application/vnd.sqlite3', '53514c69746520666f726d6174203300'],
    ['application/wasm', '0061736d'],
    ['video/mp4', '66747970', 4],
  ] as const
).map(([type, bytes, at = 0]) => [type, Buffer.from(bytes, 'hex'), at] as const);

/** How many bytes of a file are looked at. */
const looked = 4_096;

/** Text contains none of these. */
const control = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

/** The media type that the beginning of a file shows. Markup is plain text, so that nobody runs it. */
export function fileType(beginning: Buffer): string {
  const head = beginning.subarray(0, looked);
  for (const [type, bytes, at] of signatures) if (head.subarray(at, at + bytes.length).equals(bytes)) return type;
  return head.length > 0 && isText(head, beginning.length > looked) ? 'text/plain' : 'application/octet-stream';
}

function isText(head: Buffer, isCut: boolean): boolean {
  try {
    // The last character can be cut.
    return !control.test(new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: isCut }));
  } catch {
    return false;
  }
}

/** What a client says about the type of a file, without parameters. */
export const claimedType = (header: string | undefined): string | undefined =>
  /^\s*([a-z0-9!#$&^_.+-]{1,100}\/[a-z0-9!#$&^_.+-]{1,100})\s*(?:;|$)/i.exec(header ?? '')?.[1]?.toLowerCase();
