import { useState } from 'react'
import type { GroupEntry } from './order-rows.ts'
import { tablePlaces } from './table-places.ts'

/** Groups of a run's table whose cases are folded away. */
export function useClosedGroups(runId: string) {
  const [closed, setClosed] = useState(() => tablePlaces.of(runId).closed)
  return {
    closed,
    toggle({ key, open }: GroupEntry): void {
      const after = new Set(closed)
      if (open) after.add(key)
      else after.delete(key)
      tablePlaces.keep(runId, { closed: after })
      setClosed(after)
    },
  }
}
