import { randomBytes } from 'node:crypto'

/**
 * Encloses text by an agent between marks that the agent cannot know, for prompts. The mark is removed from the text.
 */
export function fenced(text: string, label: string, mark: string = randomBytes(8).toString('hex')): string {
  return `<<${label} ${mark}>>\n${text.replaceAll(mark, '')}\n<<end of ${label} ${mark}>>`
}
