import { useSyncExternalStore } from 'react'

/** Whether the page is being printed; shortened content is then shown in full. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting)
}

let isPrinting = false

function subscribe(changed: () => void): () => void {
  const listening = new AbortController()
  const become = (printing: boolean) => () => {
    isPrinting = printing
    changed()
  }
  addEventListener('beforeprint', become(true), listening)
  addEventListener('afterprint', become(false), listening)
  return () => listening.abort()
}
