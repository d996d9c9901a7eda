import { useSearchParams } from 'wouter'

type NavigateOptions = { readonly replace: boolean; readonly state?: unknown }

type Changes = Readonly<Record<string, string | readonly string[] | undefined>>

/** The page's choices, kept in the address. A new choice replaces the old one, and an empty one is removed. */
export function useChosen() {
  const [search, setSearch] = useSearchParams()

  /** Several at once, as they are. What stands in the history along with the address stays there. */
  function put(changes: Changes, options: NavigateOptions = { replace: true, state: history.state }): void {
    setSearch((before) => {
      const after = new URLSearchParams(before)
      for (const [name, values = []] of Object.entries(changes)) {
        after.delete(name)
        for (const value of [values].flat()) after.append(name, value)
      }
      return after
    }, options)
  }

  return {
    search,
    put,
    change: (name: string, value: string) => put({ [name]: value === '' ? undefined : value }),

    /** Adds or removes one of several values, of which these are chosen now. */
    toggle(name: string, value: string, now: readonly string[]): void {
      const others = now.filter((one) => one !== value)
      put({ [name]: others.length < now.length ? others : [...others, value] })
    },
  }
}
