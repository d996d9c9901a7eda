import { useState } from 'react'
import type { CaseEntry, TableEntry } from './order-rows.ts'

/** Marked cases of a run, by position in the dataset. */
export function useMarkedCases(entries: readonly TableEntry[]) {
  const [marked, setMarked] = useState<ReadonlyMap<number, string>>(new Map())
  const [last, setLast] = useState<string>()

  function mark(those: readonly CaseEntry[], isMarked: boolean): void {
    const after = new Map(marked)
    for (const { row } of those) {
      if (isMarked) after.set(row.position, row.caseId)
      else after.delete(row.position)
    }
    setMarked(after)
  }

  return {
    marked,
    caseIds: [...new Set(marked.values())],
    /** With `through`, all rows since the last marked one; a group's head marks nothing. */
    toggle(entry: TableEntry, through: boolean): void {
      if (entry.kind !== 'case') return
      setLast(entry.key)
      if (through) mark(between(entries, last ?? entry.key, entry.key), true)
      else mark([entry], !marked.has(entry.row.position))
    },
    all: () => mark(entries.filter(isCase), true),
    none: () => setMarked(new Map()),
  }
}

/** The cases between two rows, inclusive, in either direction. */
export function between(entries: readonly TableEntry[], first: string, second: string): readonly CaseEntry[] {
  const ends = [first, second].map((key) => entries.findIndex((entry) => entry.key === key))
  const [from = 0, to = 0] = ends.includes(-1)
    ? ends.filter((at) => at !== -1).flatMap((at) => [at, at])
    : ends.toSorted((a, b) => a - b)
  return entries.slice(from, to + 1).filter(isCase)
}

function isCase(entry: TableEntry): entry is CaseEntry {
  return entry.kind === 'case'
}
