/** Returns the shell command that shows a case of a run; for an id that cannot be typed, a placeholder. */
export function showCommand(runId: string, caseId: string | undefined): string {
  if (caseId === undefined) return `shinsa show ${runId}`
  return `shinsa show ${runId} ${isTypable(caseId) ? shellWord(caseId) : 'CASE'}`
}

function isTypable(caseId: string): boolean {
  return /^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u.test(caseId)
}

/** Quotes a text as one word for a shell. Signs that nobody sees, which may turn the line around, are written as bash and zsh read them. */
export function shellWord(text: string): string {
  if (/^[\p{L}\p{N}_][\p{L}\p{N}_./:@+-]*$/u.test(text)) return text
  if (!/\p{C}/u.test(text)) return `'${text.replaceAll("'", String.raw`'\''`)}'`
  const escaped = text.replaceAll(/[\\']/g, String.raw`\$&`).replaceAll(/\p{C}/gu, escapedCharacter)
  return `$'${escaped}'`
}

function escapedCharacter(character: string): string {
  return String.raw`\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`
}
