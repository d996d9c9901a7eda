import { xmlPieces } from './xml-pieces.ts'
import type { ZipEntries } from './zip-entries.ts'

/** Returns the part of an Office file that holds the workbook or the document. */
export function mainPart(entries: ZipEntries): string | undefined {
  return [...relatedParts(entries, '').values()].find(({ type }) => type.endsWith('/officeDocument'))?.target
}

export type OfficePart = { readonly target: string; readonly type: string }

export function relatedParts(entries: ZipEntries, part: string): ReadonlyMap<string, OfficePart> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const xml = entries.text(`${folder}_rels/${part.slice(folder.length)}.rels`) ?? ''
  const parts = new Map<string, OfficePart>()
  for (const piece of xmlPieces(xml)) {
    if (piece.kind !== 'open' || piece.name !== 'Relationship') continue
    const target = piece.attributes('Target') ?? ''
    parts.set(piece.attributes('Id') ?? '', {
      target: target.startsWith('/') ? target.slice(1) : inFolder(folder, target),
      type: piece.attributes('Type') ?? '',
    })
  }
  return parts
}

function inFolder(folder: string, target: string): string {
  const steps = folder.split('/').filter((step) => step !== '')
  for (const step of target.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.') steps.push(step)
  }
  return steps.join('/')
}
