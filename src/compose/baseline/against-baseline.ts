import { basename } from 'node:path'
import {
  type BaselineVerdict,
  type Message,
  type Run,
  type RunComparison,
  type RunStore,
  message,
} from '../../core/index.ts'
import { lessEvaluatedSentence } from '../../reporters/comparison/comparison-verdict.ts'
import { oneLine } from '../../reporters/visible-text.ts'
import { compareResults, isWorse, storedResults, type RunResults } from '../../runner/index.ts'

/** Compares a finished run with a baseline, on cases of equal content that both evaluated. */
export function againstBaseline(baseline: RunResults, file: string) {
  return async (run: Run, store: RunStore): Promise<BaselineVerdict> => {
    const comparison = await compareResults(baseline, storedResults(run, store))
    const verdict = verdictOf(comparison, basename(file))
    const less = lessEvaluatedSentence(comparison)
    const { changed, onlyIn, cases } = comparison
    const ids = (change: 'better' | 'worse') => cases.flatMap((one) => (one.change === change ? one.caseId : []))
    return {
      ...verdict,
      notes: [
        ...(less === undefined ? [] : [less]),
        ...listed(ids('worse'), (values) => message('lost against the baseline: {cases}', values)),
        ...listed(ids('better'), (values) => message('won against the baseline: {cases}', values)),
        ...counted(changed.count, (values) => message('{count} {count|case|cases} changed since the baseline', values)),
        ...counted(onlyIn.second.count, (values) =>
          message('{count} {count|case|cases} that the baseline does not have', values),
        ),
      ],
    }
  }
}

const namedAtMost = 10

function listed(ids: readonly string[], sentence: (values: { readonly cases: string }) => Message): readonly Message[] {
  if (ids.length === 0) return []
  const named = ids.slice(0, namedAtMost).map((id) => oneLine(id, 60))
  return [sentence({ cases: named.join(', ') + (ids.length > named.length ? ' …' : '') })]
}

function counted(count: number, sentence: (values: { readonly count: number }) => Message): readonly Message[] {
  return count === 0 ? [] : [sentence({ count })]
}

function verdictOf(comparison: RunComparison, name: string): Pick<BaselineVerdict, 'outcome' | 'reason'> {
  const { test, better, worse } = comparison
  if (test === undefined) {
    return {
      outcome: 'not-compared',
      reason: message('no case was evaluated in the baseline {name} and now', { name }),
    }
  }
  const { n: cases, level } = test.difference
  const values = { name, cases, lost: worse, won: better, test: test.name, p: Number(test.p.toPrecision(2)) }
  if (isWorse(comparison)) {
    return {
      outcome: 'worse',
      reason: message(
        'worse than the baseline {name}: {lost} of {cases} {cases|case|cases} lost, {won} won ({test}: p = {p})',
        values,
      ),
    }
  }
  if (test.difference.value > 0 && test.p < 1 - level) {
    return {
      outcome: 'better',
      reason: message(
        'better than the baseline {name}: {won} of {cases} {cases|case|cases} won, {lost} lost ({test}: p = {p})',
        values,
      ),
    }
  }
  if (test.enough) {
    return {
      outcome: 'same',
      reason: message('no difference from the baseline {name} on {cases} {cases|case|cases}', values),
    }
  }
  return { outcome: 'unsure', reason: cannotTell(values, test.casesNeeded) }
}

function cannotTell(
  values: { readonly name: string; readonly cases: number; readonly lost: number; readonly won: number },
  casesNeeded: number | undefined,
): Message {
  if (casesNeeded === undefined) {
    return message(
      'cannot tell yet whether it is worse than the baseline {name}: {lost} lost, {won} won of {cases}',
      values,
    )
  }
  return message(
    'cannot tell yet whether it is worse than the baseline {name}: {lost} lost, {won} won of {cases}; it would take about {more} more {more|case|cases} to see 5 points',
    { ...values, more: casesNeeded - values.cases },
  )
}
