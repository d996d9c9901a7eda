import { useSearchParams } from 'wouter'

/** What is chosen on a page stands in its address; a choice replaces the one before, and an empty one goes. */
export function useChosen() {
  const [search, setSearch] = useSearchParams()
  return {
    search,
    change(name: string, value: string): void {
      setSearch(
        (before) => {
          const after = new URLSearchParams(before)
          if (value === '') after.delete(name)
          else after.set(name, value)
          return after
        },
        { replace: true },
      )
    },
  }
}
