/** Times at which calls may begin, as they were given to a worker. */
export type GivenTimes = {
  /** How many are left. */
  readonly left: number
  add(times: Times): void
  drop(): void
  /** How many nobody made use of, since this was asked last. */
  unused(at: number): number
  /** Takes one that is due (0), or says in how many milliseconds there is one; undefined without any. */
  take(at: number): number | undefined
}

type Times = { readonly from: number; readonly every: number; readonly count: number }

/** A time that nobody made use of is good for so long. */
const GOOD_FOR_MS = 1500

export function givenTimes(): GivenTimes {
  let given: readonly Times[] = []
  let unused = 0
  const left = () => given.reduce((sum, { count }) => sum + count, 0)
  return {
    get left() {
      return left()
    },
    add(times) {
      if (times.count > 0) given = [...given, times]
    },
    drop() {
      unused += left()
      given = []
    },
    unused(at) {
      expire(at)
      const count = unused
      unused = 0
      return count
    },
    take(at) {
      expire(at)
      const [first, ...others] = given
      if (first === undefined) return undefined
      if (first.from > at) return first.from - at
      given = [...without(first, 1), ...others]
      return 0
    },
  }

  function expire(at: number): void {
    const before = left()
    given = given.flatMap((times) => without(times, gone(times, at)))
    unused += before - left()
  }
}

function gone({ from, every }: Times, at: number): number {
  return Math.max(0, Math.ceil((at - GOOD_FOR_MS - from) / every))
}

function without({ from, every, count }: Times, first: number): readonly Times[] {
  return first >= count ? [] : [{ from: from + first * every, every, count: count - first }]
}
