import { truncate } from './display-width.ts'
import { oneLine, visible } from './visible-text.ts'

/**
 * Foreign text as plain words in Markdown: no HTML, links, emphasis, tables, mentions or issue references come of it.
 * Mentions and bare addresses are found after escaping, so an invisible space is what breaks them.
 */
export function proseText(text: string, width = 600): string {
  return truncate(oneLine(text), width)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_[\]|~$!]/g, String.raw`\$&`)
    .replaceAll(/[@#]|:(?=\/\/)|www(?=\.)|\bGH-(?=\d)/gi, '$&\u200b')
    .replace(/^(?:[-+=](?=\s|$|[-+=])|\d+(?=[.)](?:\s|$)))/, '$&\u200b')
}

/** Foreign text on one line, in which nothing has a meaning to Markdown; pipes would end a table cell even here, so they are shown broken. */
export function codeSpan(text: string, width = 200): string {
  const line = truncate(oneLine(text), width).replaceAll('|', '¦')
  const fence = '`'.repeat(longestRun(line) + 1)
  return line === '' ? '–' : `${fence} ${line} ${fence}`
}

/** Lines of foreign text, kept as they are. */
export function codeBlock(lines: readonly string[]): string {
  const text = visible(lines.join('\n'))
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}text\n${text}\n${fence}`
}

/** Cells that are Markdown already. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}
