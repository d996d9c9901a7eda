import { useSearchParams } from 'wouter'

type Several = { readonly now: readonly string[]; readonly most?: number }

/** What is chosen on a page stands in its address; a choice replaces the one before, and an empty one goes. */
export function useChosen() {
  const [search, setSearch] = useSearchParams()
  const write = (name: string, values: readonly string[]) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete(name)
        for (const value of values) after.append(name, value)
        return after
      },
      // What stands in the history along with the address stays there.
      { replace: true, state: history.state },
    )
  return {
    search,
    change: (name: string, value: string) => write(name, value === '' ? [] : [value]),

    /** Adds one of several to those that are chosen `now`, or takes it away. One too many takes the place of the first. */
    toggle(name: string, value: string, { now, most = Number.POSITIVE_INFINITY }: Several): void {
      const others = now.filter((one) => one !== value)
      write(name, others.length < now.length ? others : [...others.slice(1 - most), value])
    },
  }
}
