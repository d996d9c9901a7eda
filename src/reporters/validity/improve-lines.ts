import type { NewTrailEntry } from '../../improve/improve-trail.ts'
import { createStyle, linesText, type StyleOptions } from '../style.ts'
import { improveSentences } from './improve-sentences.ts'

export function toImproveLines(steps: readonly NewTrailEntry[], options: StyleOptions): string {
  const style = createStyle(options)
  return linesText(steps.flatMap(improveSentences).map((one) => (typeof one === 'string' ? one : style.say(one))))
}
