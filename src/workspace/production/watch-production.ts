import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { loadConfig } from '../../compose/config/load-config.ts'
import { openLabels } from '../../compose/datasets.ts'
import { EvalError, type Message, message } from '../../core/index.ts'
import { type ProductionState, anchorsDue, productionState } from '../../failures/production-state.ts'
import { createRandom } from '../../statistics/random.ts'
import { type DayLimit, type DayLimits, dayLimit } from './day-limit.ts'
import { type ProductionJudging, askAnchors, judgeConversations, labelledAsWhole } from './judge-production.ts'
import type { ProductionJournal } from './production-journal.ts'
import type { ProductionConversation, TraceSource } from './trace-source.ts'

export type ProductionWatch = {
  readonly journal: ProductionJournal
  readonly source: TraceSource
  readonly anchors: { readonly file: string; readonly every: number }
  /** The share of conversations that are judged, from 0 to 1. */
  readonly sample: number
  readonly limits: DayLimits
  readonly judging: ProductionJudging
  /** Delivers an alarm. @returns whether it was delivered */
  readonly tell: (state: ProductionState) => Promise<boolean>
}

/** The outcome of one look at production. */
export type ProductionLook = {
  readonly conversations: number
  readonly judged: number
  readonly passed: number
  /** Judged conversations that no metric could evaluate. */
  readonly notEvaluated: number
  readonly asked: number
  readonly agreed: number
  /** Sampled conversations that wait for the next day's budget. */
  readonly waiting: number
  /** Trace files that could not be read. */
  readonly unreadable: readonly string[]
  /** Notes on what was skipped in the others. */
  readonly notes: readonly Message[]
  readonly state: ProductionState
}

const mostAtOnce = 500

/**
 * Begins or continues a watch. The baseline is learnt from this many conversations, and from all anchors, repeated until there
 * are at least as many.
 *
 * @throws {EvalError} `usage` where the watch began with other anchors
 */
export async function beginProductionWatch(
  { journal, anchors, judging }: Pick<ProductionWatch, 'journal' | 'anchors' | 'judging'>,
  { conversations, restart }: { readonly conversations: number; readonly restart: boolean },
): Promise<void> {
  const { cwd, config: named } = judging.request
  const { config } = await loadConfig({ named, cwd })
  const { results, sha256 } = await openLabels(resolve(cwd, anchors.file), { columns: config.columns })
  const all = labelledAsWhole(results).length
  const state = productionState(journal.entries())
  if (state !== undefined && !restart && state.anchorsHash !== sha256) {
    throw new EvalError('usage', message('{file} has other anchors than this watch began with', anchors), {
      hint: message('--restart begins anew, and learns what is usual from now on.'),
    })
  }
  if (state !== undefined && !restart) return
  const at = judging.dependencies.now().toISOString()
  const needed = Math.ceil(conversations / all) * all
  journal.add({ type: 'begun', at, conversations, anchors: needed, anchorsHash: sha256 ?? '' })
}

/** Judges new conversations within the day's budget, asks the anchors that are due, and delivers an alarm. */
export async function lookAtProduction(watch: ProductionWatch): Promise<ProductionLook> {
  const { journal, source, sample, judging, tell } = watch
  const limit = dayLimit(journal, watch.limits, judging.dependencies.now)
  const limited = { ...watch, judging: { ...judging, dependencies: { ...judging.dependencies, ...limit } } }
  const first = await askDue(limited, limit)
  const whole = await source.whole()
  const notes = source.notes()
  const known = standing(journal).judged
  const fresh = whole.filter(({ key }) => !known.has(key))
  const chosen = fresh
    .filter(({ key }) => placeOf(key) < sample)
    .toSorted((one, other) => placeOf(one.key) - placeOf(other.key))
  const judged = await judgeSample(chosen, limited, limit)
  const second = await askDue(limited, limit)
  const state = standing(journal)
  const waiting = chosen.filter(({ key }) => !state.judged.has(key))
  source.keepOnly(new Set(waiting.map(({ key }) => key)))
  if (state.verdict !== 'quiet' && state.verdict !== state.told && (await tell(state))) {
    journal.add({ type: 'alarm', at: judging.dependencies.now().toISOString(), verdict: state.verdict })
  }
  const answers = [...first, ...second]
  return {
    conversations: fresh.length,
    ...judged,
    asked: answers.length,
    agreed: answers.filter(Boolean).length,
    waiting: waiting.length,
    unreadable: source.unreadable(),
    notes,
    state,
  }
}

async function judgeSample(
  conversations: readonly ProductionConversation[],
  { journal, judging }: ProductionWatch,
  limit: DayLimit,
): Promise<Pick<ProductionLook, 'judged' | 'passed' | 'notEvaluated'>> {
  const counts = { judged: 0, passed: 0, notEvaluated: 0 }
  let begun = 0
  // Conversations cut off by the limit or the end of the watch wait for the next look.
  while (begun === counts.judged && begun < Math.min(conversations.length, mostAtOnce) && !limit.isReached()) {
    const next = conversations.slice(begun, begun + Math.min(mostAtOnce, limit.suffices()))
    if (next.length === 0) break
    begun += next.length
    await judgeConversations(next, judging, ({ key }, passed) => {
      const at = judging.dependencies.now().toISOString()
      journal.add({ type: 'conversation', at, id: key, ...(passed !== undefined && { passed }) })
      counts.judged += 1
      if (passed === true) counts.passed += 1
      if (passed === undefined) counts.notEvaluated += 1
    })
  }
  return counts
}

/** While the baseline is learnt all anchors are asked in turn; later each is drawn at random, so that answers are independent. */
async function askDue({ journal, anchors, judging }: ProductionWatch, limit: DayLimit): Promise<readonly boolean[]> {
  const random = createRandom(journal.entries().length)
  const answers: boolean[] = []
  while (answers.length < mostAtOnce && !limit.isReached() && !judging.signal.aborted) {
    const state = standing(journal)
    const due = Math.min(anchorsDue(state, anchors.every), mostAtOnce, limit.suffices())
    if (due < 1) break
    const asked = state.anchors.usual.trials
    const given = await askAnchors(anchors.file, judging, (all) => {
      const labelled = labelledAsWhole(all)
      const indices = Array.from({ length: due }, (_, index) =>
        state.anchors.missing > 0 ? (asked + index) % labelled.length : Math.floor(random() * labelled.length),
      )
      return indices.flatMap((index) => labelled[index] ?? [])
    })
    const at = judging.dependencies.now().toISOString()
    for (const agreed of given) journal.add({ type: 'anchor', at, ...(agreed !== undefined && { agreed }) })
    const answered = given.filter((one) => one !== undefined)
    answers.push(...answered)
    // A judge that does not answer is asked again at the next look.
    if (answered.length < due) break
  }
  return answers
}

function standing(journal: ProductionJournal): ProductionState {
  const state = productionState(journal.entries())
  if (state === undefined) throw new Error('the watch has not begun')
  return state
}

/** A pseudorandom number from 0 to 1 that is always the same for a conversation; it decides whether it is sampled. */
function placeOf(key: string): number {
  return Number.parseInt(createHash('sha256').update(key).digest('hex').slice(0, 8), 16) / 2 ** 32
}
