import type { JudgeDrift } from '../../core/index.ts'
import { createStyle, type StyleOptions } from '../style.ts'
import { judgeDriftSentences } from './judge-drift-sentences.ts'

type Drifts = readonly { readonly metric: string; readonly drift: JudgeDrift }[]

export function toJudgeDrifts(drifts: Drifts, options: StyleOptions): string {
  const style = createStyle(options)
  return drifts
    .map(({ metric, drift }) => {
      const [outcome = '', ...others] = judgeDriftSentences(metric, drift).map(style.say)
      return `\n${[style.paint.bold(outcome), ...others.map((text) => `  ${text}`)].join('\n')}\n`
    })
    .join('')
}
