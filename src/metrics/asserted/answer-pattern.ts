import { assertionsOf } from '../../core/case-assertions.ts'
import { type EvalCase, type Metric, message } from '../../core/index.ts'
import { answerMetric } from '../answer/answer-metric.ts'
import { notStated } from './where-stated.ts'

const answerPatternName = 'answer_pattern'

/** Scores 1 for each final response that matches its turn's RegExp. Turns without a RegExp do not count. */
export function answerPattern(): Metric {
  return {
    name: answerPatternName,
    score(evalCase, transcript, context) {
      const patterns = patternsOf(evalCase)
      if (patterns.every((pattern) => pattern === undefined)) return notStated(answerPatternName)
      const byText = new Map(patterns.map((pattern) => [String(pattern), pattern]))
      const metric = answerMetric({
        name: answerPatternName,
        threshold: 1,
        compare: (answer, expected) => ({
          status: 'compared',
          value: byText.get(expected)?.test(answer) === true ? 1 : 0,
          reason: message('The answer does not match {pattern}', { pattern: expected }),
        }),
      })
      return metric.score(expecting(evalCase, patterns), transcript, context)
    },
  }
}

/** Flags g and y are removed because they make a RegExp remember its last match. */
function patternsOf(evalCase: EvalCase): readonly (RegExp | undefined)[] {
  const turns = assertionsOf(evalCase)?.turns ?? []
  return turns.map(({ pattern }) => pattern && new RegExp(pattern.source, pattern.flags.replaceAll(/[gy]/g, '')))
}

function expecting(evalCase: EvalCase, patterns: readonly (RegExp | undefined)[]): EvalCase {
  const conversation = (evalCase.conversation ?? []).map((turn, index) => {
    const pattern = patterns[index]
    return pattern === undefined
      ? { ...turn, finalResponse: undefined, otherReferences: undefined }
      : { ...turn, finalResponse: { parts: [{ text: String(pattern) }] } }
  })
  return { ...evalCase, conversation }
}
