import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { count } from '../../../../../src/reporters/number-format.ts'
import { Button } from '../../../components/button.tsx'
import { say } from '../../../words/say.ts'

/** A row of an exchange's trace. */
type TraceRowPlace = { readonly turn: number; readonly row: number }

/** The form in addresses: both count from 1. */
export function printRowPlace({ turn, row }: TraceRowPlace): string {
  return `${turn + 1}.${row + 1}`
}

export function parseRowPlace(text: string | null): TraceRowPlace | undefined {
  const [, turn, row] = /^([1-9]\d{0,8})\.([1-9]\d{0,8})$/.exec(text ?? '') ?? []
  return turn === undefined ? undefined : { turn: Number(turn) - 1, row: Number(row) - 1 }
}

type TraceSearchProps = {
  readonly text: string
  readonly write: (text: string) => void
  /** Undefined while the search runs. */
  readonly hits: readonly TraceRowPlace[] | undefined
  readonly chosen: TraceRowPlace | undefined
  readonly choose: (hit: TraceRowPlace) => void
}

/** Finds a text in all rows of a case: Enter shows the next one, Shift and Enter the previous one. */
export function TraceSearch({ text, write, hits, chosen, choose }: TraceSearchProps) {
  const total = hits?.length ?? 0
  const at = chosen === undefined ? -1 : (hits ?? []).findIndex((hit) => compareRows(hit, chosen) === 0)

  // A step that was requested before the results came is taken when they do.
  const waits = useRef<1 | -1 | undefined>(undefined)
  const goOn = useEffectEvent(() => waits.current !== undefined && go(waits.current))
  useEffect(() => {
    if (hits !== undefined) goOn()
  }, [hits])

  function go(step: 1 | -1): void {
    waits.current = hits === undefined ? step : undefined
    const from = chosen ?? { turn: 0, row: -1 }
    const ahead =
      step === 1 ? hits?.find((hit) => compareRows(hit, from) > 0) : hits?.findLast((hit) => compareRows(hit, from) < 0)
    const hit = ahead ?? hits?.at(step === 1 ? 0 : -1)
    if (hit !== undefined) choose(hit)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    if (event.key === 'Enter') go(event.shiftKey ? -1 : 1)
    else write('')
  }

  return (
    <search className="row trace-search">
      <input
        type="search"
        value={text}
        maxLength={200}
        placeholder={say('Search the trace')}
        aria-label={say('Search the trace')}
        onChange={({ target }) => write(target.value)}
        onKeyDown={onKeyDown}
      />
      <output className="soft small">
        {text.trim() !== '' && hits !== undefined && (
          <>{total === 0 ? say('nothing found') : `${at + 1 || '–'} / ${count(total)}`}</>
        )}
      </output>
      {total > 0 && (
        <>
          <Button aria-label={say('Previous match')} onClick={() => go(-1)}>
            ↑
          </Button>
          <Button aria-label={say('Next match')} onClick={() => go(1)}>
            ↓
          </Button>
        </>
      )}
    </search>
  )
}

function compareRows(one: TraceRowPlace, other: TraceRowPlace): number {
  return one.turn - other.turn || one.row - other.row
}
