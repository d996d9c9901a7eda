/** `starting_prompt` → `startingPrompt`: the other way in which ADK spells its keys. */
export function camelCase(key: string): string {
  return key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** `startingPrompt` → `starting_prompt`. */
export function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
