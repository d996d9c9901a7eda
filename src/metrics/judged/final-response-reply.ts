import { labelOfField } from './reply-field.ts'

const REASONING_FIELD = /"reasoning":\s*"((?:[^"\\]|\\.)*)"/

const VALID = new Set(['valid', 'true'])
const INVALID = new Set(['invalid', 'almost', 'false', 'partially_valid', 'partially'])

/** Reads the verdict of a reply in ADK's form; undefined where ADK finds none. Labels are case-sensitive. */
export function readFinalResponseReply(raw: string): { reason: string; verdict: 'valid' | 'invalid' } | undefined {
  const verdict = verdictIn(raw)
  return verdict === undefined ? undefined : { reason: REASONING_FIELD.exec(raw)?.[1] ?? '', verdict }
}

function verdictIn(raw: string): 'valid' | 'invalid' | undefined {
  const label = labelIn(raw, 'is_the_agent_response_valid')
  if (label !== undefined) return VALID.has(label) ? 'valid' : INVALID.has(label) ? 'invalid' : undefined
  // ADK also reads the opposite field, where every label that is not clearly bad counts as good.
  const opposite = labelIn(raw, 'is_the_agent_response_invalid')
  if (opposite === undefined) return undefined
  return opposite === 'true' || opposite === 'invalid' ? 'invalid' : 'valid'
}

function labelIn(raw: string, field: string): string | undefined {
  return labelOfField(raw, field, '[^"\\]^\\s]*')?.replace(/(?<![,}])[,}]+$/, '')
}
