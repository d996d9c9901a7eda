import { Menu } from '../menu.tsx'

type ChoiceMenuProps = {
  readonly text: string
  /** Values with their labels. */
  readonly choices: readonly (readonly [string, string])[]
  readonly chosen: readonly string[]
  readonly toggle: (value: string) => void
}

/** A menu in which several choices can be checked. */
export function ChoiceMenu({ text, choices, chosen, toggle }: ChoiceMenuProps) {
  return (
    <Menu text={text}>
      {choices.map(([value, name]) => (
        <label key={value} className="row menu-choice">
          <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
          <bdi>{name}</bdi>
        </label>
      ))}
    </Menu>
  )
}
