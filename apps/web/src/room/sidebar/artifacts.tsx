import type { Room } from '../../space/room.ts';

export function Artifacts({ room }: { room: Room }) {
  return (
    <section aria-labelledby="artifacts-title">
      <h2 id="artifacts-title">
        Artifacts <small>{room.artifacts.value.length}</small>
      </h2>
      <ul class="artifacts">
        {room.artifacts.value.map(({ id, name, version, lockedBy }) => (
          <li key={id}>
            <bdi>{name}</bdi>
            <small>
              version {version}
              {lockedBy && (
                <>
                  , <bdi>{room.nameOf(lockedBy)}</bdi> is editing
                </>
              )}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
