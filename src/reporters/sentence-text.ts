import type { Message } from '../core/index.ts'
import { truncate } from './display-width.ts'
import type { Style } from './style.ts'
import { oneLine } from './visible-text.ts'

export function sentenceText(sentences: readonly Message[], style: Style): string {
  return truncate(oneLine(sentences.map(style.say).join(': ')), 800)
}
