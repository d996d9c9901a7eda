import type { Estimate } from '../../core/run/estimate.ts'
import { criticalT } from '../critical-value.ts'

/** One of two was preferred, as the first one sees it: 1, 0, or 0.5 for a tie. `players` count from 0. */
export type Duel = {
  readonly first: number
  readonly second: number
  readonly value: number
  /** Duels about one case are not independent. */
  readonly cluster: string | number
}

type Standing = {
  readonly player: number
  /** Those that met, directly or through others, are of one group; between groups nobody can rank. Counted from 0. */
  readonly group: number
  /** How often it would be preferred to an average one of its group; null where its strength has no finite maximum. */
  readonly strength: Estimate | null
}

export type Ranking = {
  /** The strongest of each group first. */
  readonly standings: readonly Standing[]
  /** Those that took nothing at all from others: nobody can tell how much stronger the others are. */
  readonly unbounded: readonly { readonly winner: number; readonly loser: number }[]
  /** Pairs of one group whose difference may as well be none, at the level of the intervals. */
  readonly inseparable: readonly (readonly [number, number])[]
}

/**
 * Strengths by which each duel goes to the stronger one with probability e^s / (e^s + e^t) (Bradley & Terry 1952; a tie is
 * half a win for both), by maximum likelihood, with intervals that hold where duels cluster (sandwich, Student's t over
 * clusters). A maximum exists only where the wins lead from each one to each other one (Ford 1957): whoever took nothing from
 * the others gets no number.
 */
export function bradleyTerry(duels: readonly Duel[], players: number, level = 0.95): Ranking {
  const met = groupsOf(duels, players, (duel) => [
    [duel.first, duel.second],
    [duel.second, duel.first],
  ])
  const took = groupsOf(duels, players, ({ first, second, value }) => [
    ...(value > 0 ? [[first, second] as const] : []),
    ...(value < 1 ? [[second, first] as const] : []),
  ])
  const groups = Map.groupBy(
    Array.from({ length: players }, (_, player) => player),
    (player) => met[player] ?? 0,
  )
  const standings: Standing[] = []
  const inseparable: (readonly [number, number])[] = []
  for (const [group, members] of groups) {
    const isBounded = new Set(members.map((player) => took[player])).size === 1
    const own = duels.filter(({ first }) => met[first] === group)
    if (!isBounded || members.length < 2) {
      const wins = (player: number) => shareOf(own, player)
      const order = members.toSorted((one, other) => wins(other) - wins(one))
      standings.push(...order.map((player) => ({ player, group, strength: null })))
      continue
    }
    const fitted = fit(own, members, level)
    standings.push(...fitted.strengths.map(({ player, strength }) => ({ player, group, strength })))
    inseparable.push(...fitted.inseparable)
  }
  return { standings, unbounded: oneSided(duels, took), inseparable }
}

function groupsOf(
  duels: readonly Duel[],
  players: number,
  edges: (duel: Duel) => readonly (readonly [number, number])[],
): readonly number[] {
  const next = Array.from({ length: players }, () => new Set<number>())
  for (const duel of duels) for (const [from, to] of edges(duel)) next[from]?.add(to)
  return strongGroups(next)
}

/** The share of its duels that a player took. */
function shareOf(duels: readonly Duel[], player: number): number {
  const own = duels.filter(({ first, second }) => first === player || second === player)
  const points = own.reduce((sum, { first, value }) => sum + (first === player ? value : 1 - value), 0)
  return own.length === 0 ? 0 : points / own.length
}

/** Each pair that met of which the one, and all that it took something from, took nothing from the other. */
function oneSided(duels: readonly Duel[], took: readonly number[]): Ranking['unbounded'] {
  const found = new Map<string, { winner: number; loser: number }>()
  for (const { first, second, value } of duels) {
    if (took[first] === took[second]) continue
    const [winner, loser] = value > 0 ? [first, second] : [second, first]
    found.set(`${winner}/${loser}`, { winner, loser })
  }
  return [...found.values()]
}

type BradleyTerryFit = {
  readonly strengths: readonly { readonly player: number; readonly strength: Estimate }[]
  readonly inseparable: readonly (readonly [number, number])[]
}

const mostSteps = 200

/** Newton's steps on strengths that sum to zero; the likelihood is concave, and halved steps never leave its hill. */
function fit(duels: readonly Duel[], members: readonly number[], level: number): BradleyTerryFit {
  const place = new Map(members.map((player, index) => [player, index]))
  const games = duels.map(({ first, second, value, cluster }) => ({
    first: place.get(first) ?? 0,
    second: place.get(second) ?? 0,
    value,
    cluster,
  }))
  let strengths = members.map(() => 0)
  for (let step = 0; step < mostSteps; step += 1) {
    const { gradient, covariance } = slopes(games, strengths)
    const move = covariance.map((row) => row.reduce((sum, cell, index) => sum + cell * (gradient[index] ?? 0), 0))
    const longest = Math.max(...move.map(Math.abs))
    const scale = longest > 1 ? 1 / longest : 1
    strengths = strengths.map((strength, index) => strength + scale * (move[index] ?? 0))
    if (longest < 1e-12) break
  }
  const spread = sandwich(games, strengths)
  const cell = (row: number, column: number) => spread[row]?.[column] ?? 0
  const t = criticalT(level, Math.max(1, new Set(games.map(({ cluster }) => cluster)).size - 1))
  const rated = members.map((player, index) => {
    const strength = strengths[index] ?? 0
    const half = t * Math.sqrt(Math.max(0, cell(index, index)))
    const n = games.filter(({ first, second }) => first === index || second === index).length
    return {
      player,
      strength: {
        value: logistic(strength),
        low: logistic(strength - half),
        high: logistic(strength + half),
        n,
        level,
        method: 'bradley-terry',
      },
    }
  })
  return {
    strengths: rated.toSorted((one, other) => other.strength.value - one.strength.value),
    inseparable: members.flatMap((one, index) =>
      members.slice(index + 1).flatMap((other, offset) => {
        const second = index + 1 + offset
        const variance = cell(index, index) + cell(second, second) - 2 * cell(index, second)
        const difference = Math.abs((strengths[index] ?? 0) - (strengths[second] ?? 0))
        return difference <= t * Math.sqrt(Math.max(0, variance)) ? [[one, other] as const] : []
      }),
    ),
  }
}

/** The gradient of the likelihood, and the inverse of its curvature among strengths that sum to zero. */
function slopes(games: readonly Duel[], strengths: readonly number[]) {
  const size = strengths.length
  const gradient = strengths.map(() => 0)
  const curvature = strengths.map(() => strengths.map(() => 1 / size))
  for (const { first, second, value } of games) {
    const chance = logistic((strengths[first] ?? 0) - (strengths[second] ?? 0))
    add(gradient, first, value - chance)
    add(gradient, second, chance - value)
    const weight = chance * (1 - chance)
    for (const [row, column, sign] of corners(first, second)) add(curvature[row], column, sign * weight)
  }
  const covariance = inverse(curvature).map((row) => row.map((cell) => cell - 1 / size))
  return { gradient, covariance }
}

/**
 * How far strengths may be off: what each cluster pulls, through the curvature, by C/(C-1). Half a win for each side of every
 * pair that met is among it, so that cases which all say the same are not sure of everything.
 */
function sandwich(games: readonly Duel[], strengths: readonly number[]): readonly (readonly number[])[] {
  const { covariance } = slopes(games, strengths)
  const pulls = new Map<string | number, number[]>()
  const meat = strengths.map(() => strengths.map(() => 0))
  const met = new Set<string>()
  for (const { first, second, value, cluster } of games) {
    const chance = logistic((strengths[first] ?? 0) - (strengths[second] ?? 0))
    const pull = pulls.get(cluster) ?? strengths.map(() => 0)
    pulls.set(cluster, pull)
    add(pull, first, value - chance)
    add(pull, second, chance - value)
    const pair = [first, second].toSorted((one, other) => one - other).join('/')
    if (met.has(pair)) continue
    met.add(pair)
    const unseen = ((1 - chance) ** 2 + chance ** 2) / 2
    for (const [row, column, sign] of corners(first, second)) add(meat[row], column, sign * unseen)
  }
  const correction = pulls.size / Math.max(1, pulls.size - 1)
  for (const pull of pulls.values())
    for (const [row, one] of pull.entries())
      for (const [column, other] of pull.entries()) add(meat[row], column, correction * one * other)
  return times(times(covariance, meat), covariance)
}

function corners(first: number, second: number): readonly (readonly [number, number, 1 | -1])[] {
  return [
    [first, first, 1],
    [second, second, 1],
    [first, second, -1],
    [second, first, -1],
  ]
}

function add(row: number[] | undefined, index: number, amount: number): void {
  if (row !== undefined) row[index] = (row[index] ?? 0) + amount
}

function times(left: readonly (readonly number[])[], right: readonly (readonly number[])[]): number[][] {
  return left.map((row) =>
    (right[0] ?? []).map((_, column) =>
      row.reduce((sum, cell, index) => sum + cell * (right[index]?.[column] ?? 0), 0),
    ),
  )
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x))
}

/** The inverse of a small symmetric positive matrix (Gauss and Jordan, with pivots). */
function inverse(matrix: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const size = matrix.length
  const rows = matrix.map((row, index) => [...row, ...matrix.map((_, column) => (column === index ? 1 : 0))])
  for (let pivot = 0; pivot < size; pivot += 1) {
    const best = rows.findIndex(
      (row, index) =>
        index >= pivot && rows.slice(pivot).every((other) => Math.abs(other[pivot] ?? 0) <= Math.abs(row[pivot] ?? 0)),
    )
    const chosen = rows[best] ?? []
    rows[best] = rows[pivot] ?? []
    const scaled = chosen.map((cell) => cell / (chosen[pivot] ?? 1))
    rows[pivot] = scaled
    for (const [index, row] of rows.entries()) {
      if (index === pivot) continue
      const factor = row[pivot] ?? 0
      rows[index] = row.map((cell, column) => cell - factor * (scaled[column] ?? 0))
    }
  }
  return rows.map((row) => row.slice(size))
}

/** For each node of a graph, the number of the group of nodes that lead to each other; few nodes, so reached one by one. */
function strongGroups(next: readonly ReadonlySet<number>[]): readonly number[] {
  const reached = next.map((_, start) => reachedFrom(start, next))
  const groups: number[] = []
  let count = 0
  for (const [node, own] of reached.entries()) {
    const earlier = groups.findIndex((_, other) => own.has(other) && reached[other]?.has(node) === true)
    groups.push(earlier === -1 ? count : (groups[earlier] ?? 0))
    if (earlier === -1) count += 1
  }
  return groups
}

function reachedFrom(start: number, next: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  const seen = new Set([start])
  for (const node of seen) for (const other of next[node] ?? []) seen.add(other)
  return seen
}
