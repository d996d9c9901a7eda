import './field.css'
import type { ComponentProps, ReactNode } from 'react'
import { useChosen } from '../../chosen.ts'

type FieldProps = { readonly label: ReactNode; readonly children: ReactNode }

/** A control with a label. */
export function Field({ label, children }: FieldProps) {
  return (
    <label className="field">
      <span>{label}</span>
      {children}
    </label>
  )
}

/** A select with a label. */
export function SelectField(chosen: ComponentProps<typeof Select>) {
  return (
    <Field label={chosen.label}>
      <Select {...chosen} />
    </Field>
  )
}

type NumberFieldProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  readonly label: string
  readonly change: (value: number | undefined) => void
}

/** A positive number, or empty. One that does not fit is none, and its form is not sent. */
export function NumberField({ label, change, ...input }: NumberFieldProps) {
  return (
    <Field label={label}>
      <input
        type="number"
        min={1}
        step={1}
        {...input}
        onChange={({ target: { validity, valueAsNumber } }) =>
          change(validity.valid && valueAsNumber > 0 ? valueAsNumber : undefined)
        }
      />
    </Field>
  )
}

type SliderProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  /** The label, which contains the value. */
  readonly label: string
  readonly value: number
  readonly change: (value: number) => void
}

/** A slider; from 0 to 1 by default. */
export function Slider({ label, value, change, ...input }: SliderProps) {
  return (
    <Field label={label}>
      <input
        type="range"
        min={0}
        max={1}
        step={0.01}
        {...input}
        value={value}
        onChange={({ target }) => change(target.valueAsNumber)}
      />
    </Field>
  )
}

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

/** A select whose value the address has under a name. */
export function ChosenSelect({ name, ...shown }: Pick<SelectProps, 'label' | 'choices'> & { readonly name: string }) {
  const { search, change } = useChosen()
  return <Select {...shown} value={search.get(name) ?? ''} choose={(value) => change(name, value)} />
}

function Options({ of }: { readonly of: readonly Choice[] }) {
  return of.map(([choice, text]) => (
    <option key={choice} value={choice}>
      {text}
    </option>
  ))
}
