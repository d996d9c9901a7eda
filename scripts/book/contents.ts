/** A part of the book with its pages, as the list of contents has them; addresses begin at the root of the site. */
export type Part = {
  readonly text: string
  readonly items: readonly { readonly text: string; readonly link: string }[]
}

/** Reads the parts out of `index.md`: a heading of the second level, and a list of links below it. */
export function contentsIn(markdown: string, folder: string): readonly Part[] {
  const parts = markdown.split(/^## /m).slice(1)
  return parts.map((part) => ({
    text: part.slice(0, part.indexOf('\n')),
    items: [...part.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm)].map(([, text = '', target = '']) => ({
      text,
      link: new URL(target.replace(/\.md$/, '').replace(/\/index$/, '/'), `https://book/${folder}`).pathname,
    })),
  }))
}

/** The address of a heading, as code hosts make it, so that a link works there and in the site. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}
