import { useState, type KeyboardEvent, type PointerEvent } from 'react'

type UseRangeRequest = {
  /** For each column whether it is chosen. */
  readonly chosen: readonly boolean[]
  readonly choose: (range: readonly [number, number] | undefined) => void
}

/** A range of columns by pointer and by keys: arrows step, Shift draws, Enter takes one, Escape none. */
export function useRange({ chosen, choose }: UseRangeRequest) {
  const [at, setAt] = useState(0)
  // Where a range began, and while it is drawn where it reaches.
  const [anchor, setAnchor] = useState<number>()
  const [drawn, setDrawn] = useState<readonly [number, number]>()
  const last = chosen.length - 1
  const current = Math.min(at, last)
  const isAnyChosen = drawn !== undefined || chosen.includes(true)

  function toggle(index: number): void {
    const isOnly = chosen.every((isIn, other) => isIn === (other === index))
    choose(isOnly ? undefined : [index, index])
  }

  function step(to: number, { currentTarget, shiftKey }: KeyboardEvent<SVGSVGElement>): void {
    const from = shiftKey ? (anchor ?? current) : undefined
    setAnchor(from)
    setAt(to)
    currentTarget.querySelector<SVGGElement>(`[data-at="${to}"]`)?.focus()
    if (from !== undefined) choose(between(from, to))
  }

  function under({ currentTarget, clientX }: PointerEvent<SVGSVGElement>): number {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.max(0, Math.min(last, Math.floor(((clientX - left) / width) * chosen.length)))
  }

  return {
    current,
    isAnyChosen,
    isIn: (index: number): boolean =>
      drawn === undefined ? chosen[index] === true : index >= drawn[0] && index <= drawn[1],
    focus: setAt,
    onKeyDown(event: KeyboardEvent<SVGSVGElement>): void {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const next = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: last }[event.key]
      const isAct = event.key === 'Enter' || event.key === ' ' || (event.key === 'Escape' && isAnyChosen)
      if (next === undefined && !isAct) return
      event.preventDefault()
      // The page has other things to do on Enter and Escape.
      event.stopPropagation()
      if (next !== undefined) step(Math.max(0, Math.min(last, next)), event)
      else if (event.key === 'Escape') choose(undefined)
      else toggle(current)
    },
    onPointerDown(event: PointerEvent<SVGSVGElement>): void {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const index = under(event)
      setAt(index)
      setAnchor(index)
      setDrawn([index, index])
    },
    onPointerMove(event: PointerEvent<SVGSVGElement>): void {
      if (drawn === undefined) return
      const to = under(event)
      setDrawn(between(anchor ?? to, to))
    },
    onPointerUp(): void {
      if (drawn === undefined) return
      setDrawn(undefined)
      if (drawn[0] === drawn[1]) toggle(drawn[0])
      else choose(drawn)
    },
    onPointerCancel: () => setDrawn(undefined),
  }
}

function between(from: number, to: number): readonly [number, number] {
  return [Math.min(from, to), Math.max(from, to)]
}
