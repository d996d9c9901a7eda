import './key-list.css'

/** Keys, and what they do. */
export function KeyList({ keys }: { readonly keys: readonly (readonly [names: readonly string[], does: string])[] }) {
  return (
    <dl className="key-list">
      {keys.map(([names, does]) => (
        <div key={does}>
          <dt className="row">
            {names.map((name) => (
              <kbd key={name}>{name}</kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  )
}
