let back = false
addEventListener('popstate', () => (back = true))
// wouter reports changes of the history by events of these names.
addEventListener('pushState', () => (back = false))

/** Whether the page was reached by the browser's back or forward button, and so was seen before. */
export function cameBack(): boolean {
  return back
}
