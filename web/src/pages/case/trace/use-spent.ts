import { count, quantity } from '../../../../../src/reporters/number-format.ts'
import { useFormats } from '../../../words/formats.ts'
import { useAllWords } from '../../../words/language.tsx'

type Spent = {
  readonly seconds?: number | undefined
  readonly inputTokens?: number | undefined
  readonly outputTokens?: number | undefined
  readonly dollars?: number | undefined
}

/** Formats duration, tokens and cost; values that were not reported are left out. */
export function useSpent({ seconds, inputTokens, outputTokens, dollars }: Spent): readonly string[] {
  const { say } = useAllWords()
  const { duration } = useFormats()
  const tokens = { input: printTokens(inputTokens), output: printTokens(outputTokens) }
  return [
    seconds === undefined ? [] : duration(seconds * 1000),
    (inputTokens ?? outputTokens) === undefined ? [] : say('{input} in, {output} out', tokens),
    dollars === undefined ? [] : `$${quantity(dollars)}`,
  ].flat()
}

export function printTokens(tokens: number | undefined): string {
  return tokens === undefined ? '–' : String(count(tokens))
}
