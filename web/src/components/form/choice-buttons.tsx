import type { ReactNode } from 'react'
import { Button } from '../button.tsx'

type ChoiceButtonsProps<Value> = {
  readonly label: string
  /** Values with what people read. */
  readonly choices: readonly (readonly [Value, ReactNode])[]
  readonly chosen: Value
  readonly choose: (value: Value) => void
}

/** Buttons for a few choices, of which one is active. */
export function ChoiceButtons<Value extends string | number>({
  label,
  choices,
  chosen,
  choose,
}: ChoiceButtonsProps<Value>) {
  return (
    <div className="row" role="group" aria-label={label}>
      {choices.map(([value, text]) => (
        <Button key={value} aria-pressed={value === chosen} onClick={() => choose(value)}>
          {text}
        </Button>
      ))}
    </div>
  )
}
