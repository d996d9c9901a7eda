/** What is listed between commas of either script, each once. */
export function writtenList(text: string): readonly string[] {
  return [...new Set(text.split(/[,，、]/).flatMap((part) => part.trim() || []))]
}
