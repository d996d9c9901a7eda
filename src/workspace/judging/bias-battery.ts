import { type JudgedItem, type LabelledResult, textOf } from '../../core/index.ts'
import { biasVariants, placeboVariant } from '../../judges/bias-variants.ts'
import { testBiases, type BiasTrial, type TestedBias } from '../../statistics/bias-battery.ts'

/** Rewrites of labelled answers, by the bias that each one tests; one of them is a placebo. */
export const batteryArms: Readonly<Record<string, (text: string) => string | undefined>> = {
  ...biasVariants,
  placebo: placeboVariant,
}

/** Returns the result with rewritten answers, or unchanged where the rewrite does not apply. */
export function rewritten(result: LabelledResult, arm: string): LabelledResult {
  const { transcript } = result
  const invocations = transcript.invocations.map((invocation) => {
    const text = textOf(invocation.finalResponse)
    const other = text === undefined || text === '' ? undefined : batteryArms[arm]?.(text)
    return other === undefined
      ? invocation
      : { ...invocation, finalResponse: { ...invocation.finalResponse, parts: [{ text: other }] } }
  })
  return { ...result, transcript: { ...transcript, invocations } }
}

/** Computes a judge's biases from its verdicts on the original answers and on each arm, in the same order. */
export function batteryOf(
  original: readonly JudgedItem[],
  arms: Readonly<Record<string, readonly JudgedItem[]>>,
): readonly TestedBias[] {
  const { placebo = [], ...variants } = arms
  const trials = Object.entries(variants).map(([bias, items]) => [
    bias,
    original.flatMap((item, index): BiasTrial[] => {
      const [first, variant, blank] = [item, items[index], placebo[index]].map(verdictOf)
      // A result that could not be rewritten, such as one sentence to be reordered, keeps the original's id.
      const isSame = items[index]?.id === item.id
      return isSame || first === undefined || variant === undefined || blank === undefined
        ? []
        : [{ original: first, variant, placebo: blank }]
    }),
  ])
  return testBiases(Object.fromEntries(trials) as Record<string, BiasTrial[]>)
}

/** What the judge said, also where its decoys void it: whoever passes what is praised passes praised decoys too. */
function verdictOf(item: JudgedItem | undefined): boolean | undefined {
  return item?.judge?.passed ?? (item?.passedDecoy === true ? true : undefined)
}
