import { useEffect, useRef, useState, type RefObject } from 'react'

/** How wide an element is, in pixels, also after the window has changed. */
export function useWidth<Shown extends HTMLElement>(): {
  readonly place: RefObject<Shown | null>
  readonly width: number
} {
  const place = useRef<Shown>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const shown = place.current
    if (shown === null) return undefined
    const observer = new ResizeObserver(() => setWidth(shown.clientWidth))
    observer.observe(shown)
    return () => observer.disconnect()
  }, [])
  return { place, width }
}
