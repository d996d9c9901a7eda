import { xmlPieces } from '../../files/archive/xml-pieces.ts'
import { numberInWord } from './word-numbering.ts'

export type WordStyle = {
  /** 1 is the highest; undefined when it is not a heading. */
  readonly headingLevel: number | undefined
  readonly numbering: { readonly id: string; readonly level: number } | undefined
  readonly isCode: boolean
  readonly isBold: boolean
}

type OwnStyle = {
  id: string
  isDefault: boolean
  name?: string
  basedOn?: string
  outline?: number
  numbering?: string
  numberingLevel?: number
  font?: string
  isBold?: boolean
}

/** Returns paragraph styles by id, with the properties inherited from their base styles. */
export function wordStyles(xml: string): (id: string | undefined) => WordStyle {
  const own = ownStyles(xml)
  const ordinary = [...own.values()].find(({ isDefault }) => isDefault)?.id ?? ''
  const known = new Map<string, WordStyle>()
  return (id = ordinary) => {
    const style = known.get(id) ?? styleOf(chainOf(id, own))
    known.set(id, style)
    return style
  }
}

function ownStyles(xml: string): ReadonlyMap<string, OwnStyle> {
  const styles = new Map<string, OwnStyle>()
  let style: OwnStyle | undefined
  for (const piece of xmlPieces(xml)) {
    if (piece.kind === 'text') continue
    if (piece.name === 'style') {
      if (piece.kind === 'close' || piece.attributes('type') !== 'paragraph') style = undefined
      else {
        style = { id: piece.attributes('styleId') ?? '', isDefault: isOn(piece.attributes('default') ?? '0') }
        styles.set(style.id, style)
      }
    } else if (piece.kind === 'open' && style !== undefined) note(style, piece.name, piece.attributes)
  }
  return styles
}

function note(style: OwnStyle, name: string, attributes: (name: string) => string | undefined): void {
  const value = attributes('val') ?? ''
  if (name === 'name') style.name = value
  else if (name === 'basedOn') style.basedOn = value
  else if (name === 'outlineLvl') style.outline = numberInWord(value)
  else if (name === 'numId') style.numbering = value
  else if (name === 'ilvl') style.numberingLevel = numberInWord(value)
  else if (name === 'rFonts') style.font = attributes('ascii') ?? ''
  else if (name === 'b') style.isBold = isOn(value)
}

/** A toggle property is on unless its value turns it off. */
export function isOn(value: string): boolean {
  return !['0', 'false', 'off'].includes(value)
}

function chainOf(id: string, own: ReadonlyMap<string, OwnStyle>): readonly OwnStyle[] {
  const chain: OwnStyle[] = []
  for (let style = own.get(id); style !== undefined && !chain.includes(style); style = own.get(style.basedOn ?? '')) {
    chain.push(style)
  }
  return chain
}

function styleOf(chain: readonly OwnStyle[]): WordStyle {
  const outline = firstOf(chain, ({ outline: level }) => level) ?? 9
  const names = chain.map(({ name = '' }) => name)
  const named = firstOf(names, (name) => /^heading ([1-9])$/i.exec(name)?.[1])
  const isTitle = names.some((name) => /^title$/i.test(name))
  const id = firstOf(chain, ({ numbering }) => numbering)
  return {
    headingLevel: outline < 9 ? outline + 1 : named === undefined ? (isTitle ? 1 : undefined) : Number(named),
    numbering: id === undefined ? undefined : { id, level: firstOf(chain, (style) => style.numberingLevel) ?? 0 },
    isCode: names.some((name) => CODE.test(name)) || isMonospaced(firstOf(chain, ({ font }) => font) ?? ''),
    isBold: firstOf(chain, ({ isBold }) => isBold) ?? false,
  }
}

const CODE = /^(?:html preformatted|source code|code( block)?|macro|プログラム|コード)/i

export function isMonospaced(font: string): boolean {
  return /courier|consolas|mono|menlo|monaco|lucida console|ゴシック等幅|cascadia|inconsolata|terminal/i.test(font)
}

function firstOf<Item, Value>(items: readonly Item[], valueOf: (item: Item) => Value | undefined): Value | undefined {
  for (const item of items) {
    const value = valueOf(item)
    if (value !== undefined) return value
  }
  return undefined
}
