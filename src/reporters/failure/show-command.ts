/** Returns the shell command that shows a case of a run; for an id that cannot be typed, a placeholder. */
export function showCommand(runId: string, caseId: string | undefined): string {
  if (caseId === undefined) return `shinsa show ${runId}`
  return `shinsa show ${runId} ${isTypable(caseId) ? shellWord(caseId) : 'CASE'}`
}

function isTypable(caseId: string): boolean {
  return /^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u.test(caseId)
}

export function shellWord(text: string): string {
  return /^[\p{L}\p{N}_][\p{L}\p{N}_./:@+-]*$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
