let back = false
addEventListener('popstate', () => (back = true))
// wouter tells of what is done to the history by events of these names.
addEventListener('pushState', () => (back = false))

/** Whether the page shown now was reached by the browser's own buttons, and so is one that was seen before. */
export function cameBack(): boolean {
  return back
}
