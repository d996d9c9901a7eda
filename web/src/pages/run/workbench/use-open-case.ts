import { useSearchParams } from 'wouter'
import type { CaseRow } from '../../../../../src/server/api/runs.ts'

type UseOpenCasePlace = Pick<CaseRow, 'position' | 'repeat'>

/** The case in the panel, as the address has it. Back closes it, and does not walk back through all that were looked at. */
export function useOpenCase() {
  const [search, setSearch] = useSearchParams()
  const [, position, repeat] = /^(\d{1,9})\/(\d{1,9})$/.exec(search.get('open') ?? '') ?? []
  const open: UseOpenCasePlace | undefined =
    position === undefined || repeat === undefined ? undefined : { position: Number(position), repeat: Number(repeat) }

  function change(
    place: UseOpenCasePlace | undefined,
    options: { readonly replace: boolean; readonly state: unknown },
  ): void {
    setSearch((before) => {
      const after = new URLSearchParams(before)
      if (place === undefined) after.delete('open')
      else after.set('open', `${place.position}/${place.repeat}`)
      return after
    }, options)
  }

  return {
    open,
    show: (place: UseOpenCasePlace) =>
      change(place, open === undefined ? { replace: false, state: opened } : { replace: true, state: history.state }),
    hide(): void {
      if (wasOpenedHere()) history.back()
      else change(undefined, { replace: true, state: null })
    },
  }
}

const opened = { openedCase: true }

function wasOpenedHere(): boolean {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'openedCase' in state
}
