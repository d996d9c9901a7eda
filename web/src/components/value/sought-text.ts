import { type RefObject, createContext, useEffect } from 'react'

/** The text being searched for, in lower case: folded content that contains it is expanded. */
export const SoughtText = createContext('')

// More marks would not help and would be slow.
const mostMarks = 2000

/** Highlights a text within an element, also in content that is added later, without changing the DOM. */
export function useMarkedText(place: RefObject<HTMLElement | null>, sought: string): void {
  useEffect(() => {
    const box = place.current
    if (box === null || sought === '' || !('highlights' in CSS)) return undefined
    let drawing = 0
    const mark = () => CSS.highlights.set('sought', new Highlight(...rangesOf(box, sought)))
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(drawing)
      drawing = requestAnimationFrame(mark)
    })
    observer.observe(box, { childList: true, characterData: true, subtree: true })
    mark()
    return () => {
      observer.disconnect()
      cancelAnimationFrame(drawing)
      CSS.highlights.delete('sought')
    }
  }, [place, sought])
}

function rangesOf(box: HTMLElement, sought: string): readonly Range[] {
  const ranges: Range[] = []
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null && ranges.length < mostMarks; node = texts.nextNode()) {
    const text = node.nodeValue ?? ''
    const small = text.toLowerCase()
    // A few letters have lower-case forms of another length.
    if (small.length !== text.length) continue
    for (let at = small.indexOf(sought); at !== -1 && ranges.length < mostMarks; at = small.indexOf(sought, at + 1)) {
      const range = new Range()
      range.setStart(node, at)
      range.setEnd(node, at + sought.length)
      ranges.push(range)
    }
  }
  return ranges
}
