import type { OfferedCommand } from './offered-commands.ts'

const most = 50

/** Returns the commands that contain every typed word, those whose text begins with it first. */
export function matchingCommands(commands: readonly OfferedCommand[], typed: string): readonly OfferedCommand[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const begins = ({ text }: OfferedCommand) => Number(text.toLowerCase().startsWith(words[0] ?? ''))
  return commands
    .filter(({ text, kind }) => words.every((word) => `${text} ${kind}`.toLowerCase().includes(word)))
    .toSorted((a, b) => begins(b) - begins(a))
    .slice(0, most)
}
