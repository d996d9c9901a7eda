import type { Message } from '../../core/index.ts'
import type { Approval, ApprovalMethod, ApprovalTarget } from '../review-measures.ts'
import { message } from '../../core/basics/message.ts'
import { type ApprovalLadder, type ApprovalPoint, type Rung, approvalLadder, rungAt } from './approval-ladder.ts'
import { clopperPearsonUpper, minimumCasesToCertify, requireShare } from '../proportion.ts'
import { binomialCdf } from '../special-functions.ts'

export type ApprovalOptions = {
  readonly target: ApprovalTarget
  /** The highest acceptable share, between 0 and 1. */
  readonly alpha: number
  /** The probability that the share is exceeded anyway, between 0 and 1; ignored by `conformal-risk-control`. */
  readonly delta: number
  /** By default `clopper-pearson`, `fixed-sequence` and `binomial`, in the order of the targets. */
  readonly method?: ApprovalMethod
  readonly dataHash?: string
}

/**
 * Finds the lowest threshold for auto-approval that labelled data prove safe, or refuses with what is missing. Points must
 * be independent and come from where the threshold will be used; all options must be chosen before anybody looks. With
 * probability 1 - delta, at most alpha of violations are approved (`miss-rate`), of approved rows are violations
 * (`bad-among-approved`: `fixed-sequence`, Angelopoulos et al. 2021; `sgr`, Geifman & El-Yaniv 2017), or of all rows are
 * both (`bad-and-approved`: `binomial`; in the mean `conformal-risk-control`, Angelopoulos et al. 2022). O(n log n).
 *
 * @throws {RangeError} for alpha or delta outside 0–1, or a method that makes no promise about the target
 * @example
 * const points = Array.from({ length: 200 }, (_, index) => ({ score: index / 200, bad: index < 100 }))
 * certifyApproval(points, { target: 'miss-rate', alpha: 0.05, delta: 0.05 }).status // => 'certified'
 */
export function certifyApproval(points: readonly ApprovalPoint[], options: ApprovalOptions): Approval {
  return certify(approvalLadder(points), options)
}

/** Like {@link certifyApproval}, for a ladder that serves several questions. */
export function certify(ladder: ApprovalLadder, options: ApprovalOptions): Approval {
  const { target, alpha, delta, method = usualMethod[target] } = options
  if (!methods[target].includes(method)) throw new RangeError(`${method} makes no promise about ${target}`)
  requireShare('alpha', alpha)
  if (method !== 'conformal-risk-control') requireShare('delta', delta)
  const finding = find(ladder, method, alpha, delta)
  const question = {
    target,
    method,
    alpha,
    delta: method === 'conformal-risk-control' ? null : delta,
    n: ladder.n,
    violations: ladder.violations,
    ...(options.dataHash !== undefined && { dataHash: options.dataHash }),
  }
  if ('reason' in finding) return { status: 'refused', ...question, ...finding }
  const { threshold, approved, missed } = finding.rung
  return {
    status: 'certified',
    ...question,
    threshold,
    approved,
    missed,
    coverage: approved / ladder.n,
    upper: finding.upper,
  }
}

type Finding =
  | { readonly rung: Rung; readonly upper: number }
  | { readonly reason: Message; readonly missing?: Extract<Approval, { status: 'refused' }>['missing'] }

const usualMethod = {
  'miss-rate': 'clopper-pearson',
  'bad-among-approved': 'fixed-sequence',
  'bad-and-approved': 'binomial',
} as const satisfies Record<ApprovalTarget, ApprovalMethod>

const methods: Readonly<Record<ApprovalTarget, readonly ApprovalMethod[]>> = {
  'miss-rate': ['clopper-pearson'],
  'bad-among-approved': ['fixed-sequence', 'sgr'],
  'bad-and-approved': ['binomial', 'conformal-risk-control'],
}

function find(ladder: ApprovalLadder, method: ApprovalMethod, alpha: number, delta: number): Finding {
  const strictest = rungAt(ladder, 0)
  if (strictest === undefined) return { reason: message('no labelled row could be approved') }
  if (method === 'fixed-sequence') return byFixedSequence(ladder, alpha, delta)
  if (method === 'sgr') return bySgr(ladder, alpha, delta)
  if (method === 'conformal-risk-control') return byConformalRisk(ladder, strictest, alpha)
  const among = method === 'clopper-pearson' ? 'violations' : 'rows'
  return byBound(ladder, strictest, { alpha, delta, among })
}

/** Finds the lowest rung with few enough missed, for shares that only grow as the threshold falls. */
function byBound(
  ladder: ApprovalLadder,
  strictest: Rung,
  { alpha, delta, among }: { alpha: number; delta: number; among: 'violations' | 'rows' },
): Finding {
  const size = among === 'violations' ? ladder.violations : ladder.n
  const allowed = mostMissed(size, alpha, delta)
  if (allowed < strictest.missed) {
    const needed = minimumCasesToCertify(strictest.missed, alpha, delta)
    const missing = { what: among, count: needed - size }
    const values = { size, needed, missed: strictest.missed }
    if (strictest.missed > 0) {
      const reason =
        among === 'violations'
          ? message(
              'even the highest threshold lets {missed} of {size} violations through; it takes {needed} to allow for that',
              values,
            )
          : message(
              'even the highest threshold lets {missed} {missed|violation|violations} in {size} rows through; it takes {needed} to allow for that',
              values,
            )
      return { reason, missing }
    }
    const reason =
      among === 'violations'
        ? message('{size} labelled {size|violation is|violations are} too few; it takes at least {needed}', values)
        : message('{size} labelled {size|row is|rows are} too few; it takes at least {needed}', values)
    return { reason, missing }
  }
  const rung = loosestWith(ladder, strictest, allowed)
  return { rung, upper: clopperPearsonUpper(rung.missed, size, delta) }
}

/** Returns how many of `size` may be missed for a Clopper–Pearson bound of at most alpha; -1 when not even 0. */
function mostMissed(size: number, alpha: number, delta: number): number {
  let allowed = -1
  let tooMany = size
  while (tooMany - allowed > 1) {
    const middle = Math.floor((allowed + tooMany) / 2)
    if (binomialCdf(middle, size, alpha) <= delta) allowed = middle
    else tooMany = middle
  }
  return allowed
}

function byConformalRisk(ladder: ApprovalLadder, strictest: Rung, alpha: number): Finding {
  const { n } = ladder
  const bound = (missed: number): number => (missed + 1) / (n + 1)
  if (bound(strictest.missed) > alpha) {
    const needed = Math.ceil((strictest.missed + 1) / alpha - 1)
    return {
      reason: message('{size} labelled {size|row is|rows are} too few; it takes at least {needed}', {
        size: n,
        needed,
      }),
      missing: { what: 'rows', count: Math.max(1, needed - n) },
    }
  }
  let allowed = strictest.missed
  while (allowed < ladder.violations && bound(allowed + 1) <= alpha) allowed += 1
  const rung = loosestWith(ladder, strictest, allowed)
  return { rung, upper: bound(rung.missed) }
}

function loosestWith(ladder: ApprovalLadder, strictest: Rung, allowed: number): Rung {
  let best = strictest
  for (let index = 1; index < ladder.thresholds.length; index += 1) {
    const rung = rungAt(ladder, index)
    if (rung === undefined || rung.missed > allowed) break
    best = rung
  }
  return best
}

/** `minApproved` replaces the default start in tests of published examples. */
export function byFixedSequence(
  ladder: ApprovalLadder,
  alpha: number,
  delta: number,
  minApproved = 2 * minimumCasesToCertify(0, alpha, delta),
): Finding {
  const start = ladder.approved.findIndex((approved) => approved >= minApproved)
  const first = rungAt(ladder, start)
  if (first === undefined) {
    const approved = ladder.approved.at(-1) ?? 0
    return {
      reason: message('{approved} labelled {approved|row|rows} could be approved; the tests start at {needed}', {
        approved,
        needed: minApproved,
      }),
      missing: { what: 'approvals', count: minApproved - approved },
    }
  }
  const passes = ({ missed, approved }: Rung): boolean => binomialCdf(missed, approved, alpha) <= delta
  if (!passes(first)) {
    const { missed, approved } = first
    const needed = minimumCasesToCertify(missed, alpha, delta)
    return {
      reason: message('{missed} of the {approved} most certain rows {missed|is a violation|are violations}: too many', {
        missed,
        approved,
      }),
      missing: { what: 'approvals', count: needed - approved },
    }
  }
  let best = first
  for (let index = start + 1; index < ladder.thresholds.length; index += 1) {
    const rung = rungAt(ladder, index)
    if (rung === undefined) break
    // With nothing more missed, further approved rows can only make the test easier.
    if (rung.missed > best.missed && !passes(rung)) break
    best = rung
  }
  return { rung: best, upper: clopperPearsonUpper(best.missed, best.approved, delta) }
}

function bySgr(ladder: ApprovalLadder, alpha: number, delta: number): Finding {
  const steps = sgrSteps(ladder, alpha, delta)
  const best = steps.findLast(({ upper }) => upper <= alpha)
  if (best !== undefined) return best
  const approvable = ladder.approved.at(-1) ?? 0
  const needed = minimumCasesToCertify(0, alpha, delta / steps.length)
  return {
    reason: message('none of {steps} {steps|threshold|thresholds} tried keeps the bound below the target', {
      steps: steps.length,
    }),
    ...(approvable < needed && { missing: { what: 'approvals' as const, count: needed - approvable } }),
  }
}

/** Lists the thresholds that SGR tries, with their bounds, by bisection between the highest and lowest score. */
export function sgrSteps(
  ladder: ApprovalLadder,
  alpha: number,
  delta: number,
): readonly { readonly rung: Rung; readonly upper: number }[] {
  const m = ladder.approved.at(-1) ?? 0
  const count = Math.max(1, Math.ceil(Math.log2(m)))
  const steps: { rung: Rung; upper: number }[] = []
  // Indexes into the scores from low (1) to high (m).
  let low = 1
  let high = m
  for (let step = 0; step < count; step += 1) {
    const place = Math.ceil((low + high) / 2)
    // m - place + 1 scores are at least this high; ties may add more.
    const rung = rungAt(
      ladder,
      ladder.approved.findIndex((approved) => approved >= m - place + 1),
    )
    if (rung === undefined) break
    const upper = clopperPearsonUpper(rung.missed, rung.approved, delta / count)
    steps.push({ rung, upper })
    if (upper <= alpha) high = place
    else low = place
  }
  return steps
}
