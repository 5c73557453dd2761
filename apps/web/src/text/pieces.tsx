import type { Piece } from '@parley/core/words';

/** An event in words: names are isolated, so that no text of a participant can reorder what surrounds it. */
export function Pieces({ pieces, nameOf }: { pieces: readonly Piece[]; nameOf(participantId: string): string }) {
  return (
    <>
      {pieces.map((piece, i) => {
        if (typeof piece === 'string') return piece;
        const text = 'participantId' in piece ? nameOf(piece.participantId) : 'name' in piece ? piece.name : piece.text;
        return <bdi key={i}>{text}</bdi>;
      })}
    </>
  );
}
