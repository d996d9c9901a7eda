import type { OfferedCommand } from './offered-commands.ts'

/** Returns the commands that contain every typed word: those that have it as a whole word first, then those that begin with it. */
export function matchingCommands(commands: readonly OfferedCommand[], typed: string): readonly OfferedCommand[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const begins = ({ text }: OfferedCommand) => Number(text.toLowerCase().startsWith(words[0] ?? ''))
  const whole = ({ text }: OfferedCommand) => {
    const parts = new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    return words.filter((word) => parts.has(word)).length
  }
  return commands
    .filter(({ text, kind }) => words.every((word) => `${text} ${kind}`.toLowerCase().includes(word)))
    .map((command) => ({ command, whole: whole(command), begins: begins(command) }))
    .toSorted((a, b) => b.whole - a.whole || b.begins - a.begins)
    .map(({ command }) => command)
}
