/** What a document says about itself, folded. */
export const MatterTable = ({ rows }: { rows: readonly (readonly [name: string, value: string])[] }) => (
  <details class="front-matter">
    <summary>Front matter</summary>
    <div class="scrolls" tabIndex={0} role="group" aria-label="Front matter">
      <table>
        <tbody>
          {rows.map(([name, value], i) => (
            <tr key={i}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
);
