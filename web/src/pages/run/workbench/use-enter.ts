import { useEffect, useEffectEvent } from 'react'

/** Enter, while the focus is on nothing that makes something else of it. */
export function useEnter(act: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.defaultPrevented || event.repeat) return
    if (event.target instanceof Element && event.target.closest(others) !== null) return
    act()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

const others = 'a, button, input, select, textarea, summary, [role=grid], [role=dialog]'
