type Choice = readonly [value: string, text: string]

type SelectProps = {
  readonly label: string
  readonly value: string
  /** Values with what people read. */
  readonly choices: readonly Choice[]
  /** Further choices, in named groups. */
  readonly groups?: readonly (readonly [name: string, choices: readonly Choice[]])[]
  readonly choose: (value: string) => void
}

/** A select whose first choice says what it is about. A value from the address is offered even if it is not among the choices. */
export function Select({ label, value, choices, groups = [], choose }: SelectProps) {
  const isKnown = [...choices, ...groups.flatMap(([, members]) => members)].some(([choice]) => choice === value)
  return (
    <select aria-label={label} value={value} onChange={({ target }) => choose(target.value)}>
      <Options of={isKnown ? choices : [...choices, [value, value]]} />
      {groups.map(([name, members]) => (
        <optgroup key={name} label={name}>
          <Options of={members} />
        </optgroup>
      ))}
    </select>
  )
}

function Options({ of }: { readonly of: readonly Choice[] }) {
  return of.map(([choice, text]) => (
    <option key={choice} value={choice}>
      {text}
    </option>
  ))
}
