import './field.css'
import type { ComponentProps, ReactNode } from 'react'
import { Select } from './select.tsx'

type FieldProps = { readonly label: ReactNode; readonly children: ReactNode }

/** A control under its name. */
export function Field({ label, children }: FieldProps) {
  return (
    <label className="field">
      <span>{label}</span>
      {children}
    </label>
  )
}

/** One of a few, under its name. */
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

/** A number above nothing, or none. */
export function NumberField({ label, change, ...input }: NumberFieldProps) {
  return (
    <Field label={label}>
      <input
        type="number"
        min={1}
        step={1}
        {...input}
        onChange={({ target: { valueAsNumber } }) => change(valueAsNumber > 0 ? valueAsNumber : undefined)}
      />
    </Field>
  )
}

type SliderProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  /** The name, with the value in it. */
  readonly label: string
  readonly value: number
  readonly change: (value: number) => void
}

/** A number from a range; a share unless told. */
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
