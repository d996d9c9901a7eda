import { count, quantity } from '../../../../../src/reporters/number-format.ts'
import { say } from '../../../words/say.ts'
import { formatted } from '../../../words/formats.ts'

type Spent = {
  readonly seconds?: number | undefined
  readonly inputTokens?: number | undefined
  readonly outputTokens?: number | undefined
  readonly dollars?: number | undefined
}

/** Formats duration, tokens and cost; values that were not reported are left out. */
export function spentTexts({ seconds, inputTokens, outputTokens, dollars }: Spent): readonly string[] {
  const tokens = { input: printTokens(inputTokens), output: printTokens(outputTokens) }
  return [
    seconds === undefined ? [] : formatted.duration(seconds * 1000),
    (inputTokens ?? outputTokens) === undefined ? [] : say('{input} in, {output} out', tokens),
    dollars === undefined ? [] : `$${quantity(dollars)}`,
  ].flat()
}

export function printTokens(tokens: number | undefined): string {
  return tokens === undefined ? '–' : String(count(tokens))
}
