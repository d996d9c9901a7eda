/** Opens what is folded for as long as the page is printed; what nobody reads on paper has the class `screen-only`. */
export function unfoldForPaper(): () => void {
  const listening = new AbortController()
  let opened: readonly HTMLDetailsElement[] = []
  addEventListener(
    'beforeprint',
    () => {
      opened = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')]
      for (const one of opened) one.open = true
    },
    listening,
  )
  addEventListener(
    'afterprint',
    () => {
      for (const one of opened) one.open = false
    },
    listening,
  )
  return () => listening.abort()
}
