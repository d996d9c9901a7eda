import { useChosen } from '../../chosen.ts'
import { Menu } from '../menu.tsx'

type ChoiceMenuProps = {
  /** The parameter of the address. */
  readonly name: string
  readonly text: string
  /** Values with their labels. */
  readonly choices: readonly (readonly [string, string])[]
  readonly chosen: readonly string[]
}

/** A menu in which several choices can be checked, which the address keeps. */
export function ChoiceMenu({ name: parameter, text, choices, chosen }: ChoiceMenuProps) {
  const { toggle } = useChosen()
  return (
    <Menu text={text}>
      {choices.map(([value, name]) => (
        <label key={value} className="row menu-choice">
          <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(parameter, value, chosen)} />
          <bdi>{name}</bdi>
        </label>
      ))}
    </Menu>
  )
}
