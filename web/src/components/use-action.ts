import { useState } from 'react'

/** Something that is done when somebody asks for it, one at a time, and what went wrong. @returns whether it was done */
export function useAction() {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  return {
    isBusy,
    error,
    async act(what: () => Promise<unknown>): Promise<boolean> {
      setBusy(true)
      setError(undefined)
      try {
        await what()
        return true
      } catch (problem) {
        setError(problem)
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
