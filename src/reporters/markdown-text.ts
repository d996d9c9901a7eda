import { truncate } from './display-width.ts'
import { oneLine, visible } from './visible-text.ts'

/**
 * Escapes foreign text as plain words in Markdown, without HTML, links, emphasis, tables, mentions or issue references.
 * Mentions and bare addresses are recognised after unescaping, so an invisible space breaks them.
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

/** Foreign text as inline code on one line. A pipe would end a table cell even here, so it is replaced. */
export function codeSpan(text: string, width = 200): string {
  const line = truncate(oneLine(text), width).replaceAll('|', '¦')
  const fence = '`'.repeat(longestRun(line) + 1)
  return line === '' ? '–' : `${fence} ${line} ${fence}`
}

export function codeBlock(lines: readonly string[]): string {
  const text = visible(lines.join('\n'))
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}text\n${text}\n${fence}`
}

export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}
