type SelectProps = {
  readonly label: string
  readonly value: string
  /** Values with what people read. */
  readonly choices: readonly (readonly [string, string])[]
  readonly choose: (value: string) => void
}

/** One of a few, named for screen readers; the first choice says in words what the field is about. */
export function Select({ label, value, choices, choose }: SelectProps) {
  return (
    <select aria-label={label} value={value} onChange={({ target }) => choose(target.value)}>
      {choices.map(([choice, text]) => (
        <option key={choice} value={choice}>
          {text}
        </option>
      ))}
    </select>
  )
}
