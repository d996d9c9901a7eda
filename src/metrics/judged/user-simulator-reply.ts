import { labelOfField } from './reply-field.ts'

const VALID = new Set(['valid', 'true'])
const INVALID = new Set(['invalid', 'false', 'almost', 'partially valid', 'partially_valid', 'partially'])

/** Reads the verdict of a reply in ADK's form, ignoring case and the list of checks beside it. */
export function readUserSimulatorReply(raw: string): { reason: string; verdict: 'valid' | 'invalid' } | undefined {
  const label = labelOfField(raw, 'is_valid', '[^"\\]]*')?.replaceAll(/[,{}]/g, '').trim().toLowerCase()
  if (label === undefined) return undefined
  if (VALID.has(label)) return { reason: '', verdict: 'valid' }
  return INVALID.has(label) ? { reason: '', verdict: 'invalid' } : undefined
}
