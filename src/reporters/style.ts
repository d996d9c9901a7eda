import type { Message } from '../core/index.ts'
import { type Language, translate } from '../i18n/index.ts'
import { truncate } from './display-width.ts'
import { oneLine } from './visible-text.ts'

type Brush = (text: string) => string

/** Colours, or no formatting; they only repeat what marks and words say. */
export type Paint = Readonly<Record<'red' | 'green' | 'yellow' | 'bold' | 'dim', Brush>>

export type Style = {
  readonly say: (sentence: Message) => string
  /** Joins sentences with the comma of the language. */
  readonly list: (sentences: readonly Message[]) => string
  readonly paint: Paint
  readonly columns: number
  /** The maximum lines of a text in evidence; a report's default when absent. */
  readonly textLines?: number
}

export type StyleOptions = { readonly language: Language; readonly color: boolean; readonly columns: number }

export function createStyle(options: StyleOptions): Style {
  const say = (sentence: Message) => translate(sentence, options.language)
  return {
    say,
    list: (sentences) => sentences.map(say).join(options.language === 'ja' ? '、' : ', '),
    paint: createPaint(options.color),
    columns: Math.max(40, options.columns),
  }
}

function createPaint(color: boolean): Paint {
  const brush = (code: number, end: number): Brush =>
    color ? (text) => (text === '' ? '' : `\u001b[${code}m${text}\u001b[${end}m`) : (text) => text
  return {
    red: brush(31, 39),
    green: brush(32, 39),
    yellow: brush(33, 39),
    bold: brush(1, 22),
    dim: brush(2, 22),
  }
}

/** Joins the lines of a text, each with its end. */
export function linesText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}

export function sentenceText(sentences: readonly Message[], style: Style): string {
  return truncate(oneLine(sentences.map(style.say).join(': ')), 800)
}
