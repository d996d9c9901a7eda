import { randomBytes } from 'node:crypto'

/**
 * Puts text that an agent wrote between two marks that it cannot know, for prompts. Text that has the mark nevertheless
 * loses it.
 */
export function fenced(text: string, label: string, mark: string = randomBytes(8).toString('hex')): string {
  return `<<${label} ${mark}>>\n${text.replaceAll(mark, '')}\n<<end of ${label} ${mark}>>`
}
