/** Times at which calls may begin, as they were given to a worker. */
export type GivenTimes = {
  /** How many are left. */
  readonly left: number
  add(times: Times): void
  drop(): void
  /** Takes one that is due (0), or says in how many milliseconds there is one; undefined without any. */
  take(at: number): number | undefined
}

type Times = { readonly from: number; readonly every: number; readonly count: number }

/** A time that nobody made use of is good for so long. */
const GOOD_FOR_MS = 1500

export function givenTimes(): GivenTimes {
  let given: readonly Times[] = []
  return {
    get left() {
      return given.reduce((sum, { count }) => sum + count, 0)
    },
    add(times) {
      if (times.count > 0) given = [...given, times]
    },
    drop() {
      given = []
    },
    take(at) {
      given = given.flatMap((times) => without(times, gone(times, at)))
      const [first, ...others] = given
      if (first === undefined) return undefined
      if (first.from > at) return first.from - at
      given = [...without(first, 1), ...others]
      return 0
    },
  }
}

function gone({ from, every }: Times, at: number): number {
  return Math.max(0, Math.ceil((at - GOOD_FOR_MS - from) / every))
}

function without({ from, every, count }: Times, first: number): readonly Times[] {
  return first >= count ? [] : [{ from: from + first * every, every, count: count - first }]
}
