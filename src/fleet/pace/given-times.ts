/** Times at which calls may begin, as they were given to a worker. */
export type GivenTimes = {
  /** How many are left. */
  readonly left: number
  add(times: { readonly from: number; readonly every: number; readonly count: number }): void
  drop(): void
  /** How many nobody made use of, since this was asked last. */
  unused(at: number): number
  /** Takes one that is due (0), or says in how many milliseconds there is one; undefined without any. */
  take(at: number): number | undefined
}

/** A time that nobody made use of is good for so long. */
const GOOD_FOR_MS = 1500

export function givenTimes(): GivenTimes {
  let times: readonly number[] = []
  let unused = 0

  function expire(before: number): void {
    const first = times.findIndex((time) => time >= before)
    unused += first < 0 ? times.length : first
    times = first < 0 ? [] : times.slice(first)
  }

  return {
    get left() {
      return times.length
    },
    add({ from, every, count }) {
      times = [...times, ...Array.from({ length: count }, (_, index) => from + index * every)]
    },
    drop: () => expire(Infinity),
    unused(at) {
      expire(at - GOOD_FOR_MS)
      const count = unused
      unused = 0
      return count
    },
    take(at) {
      expire(at - GOOD_FOR_MS)
      const [first, ...others] = times
      if (first === undefined) return undefined
      if (first > at) return first - at
      times = others
      return 0
    },
  }
}
