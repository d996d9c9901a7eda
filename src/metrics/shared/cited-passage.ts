import type { Citation } from '../../core/index.ts'

export function citedPassage({ text, file, heading, pages, updatedAt }: Citation): string {
  const page = pages === undefined ? undefined : `p. ${pages[0] === pages[1] ? pages[0] : pages.join('–')}`
  const origin = [file, heading, page, updatedAt].filter((part) => part !== undefined && part !== '')
  return origin.length === 0 ? text : `(${origin.join(' / ')})\n${text}`
}
