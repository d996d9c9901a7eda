import { z } from 'zod'

/**
 * Why a model stopped. After `length`, `content-filter` and `error` the answer is incomplete.
 */
export const FinishReason = z.enum(['stop', 'length', 'content-filter', 'tool-calls', 'error', 'other'])
export type FinishReason = z.infer<typeof FinishReason>

/** The words that providers use, in lower case and without separators. */
const words: Readonly<Record<Exclude<FinishReason, 'other'>, readonly string[]>> = {
  stop: ['stop', 'endturn', 'stopsequence', 'eos', 'eostoken', 'complete', 'completed', 'done', 'finished', 'success'],
  length: [
    'length',
    'maxtokens',
    'maxoutputtokens',
    'maxcompletiontokens',
    'maxlength',
    'modellength',
    'tokenlimit',
    'contextlength',
    'contextlengthexceeded',
    'modelcontextwindowexceeded',
    'errorlimit',
    'incomplete',
    'truncated',
  ],
  'content-filter': [
    'contentfilter',
    'contentfiltered',
    'filtered',
    'refusal',
    'safety',
    'recitation',
    'blocklist',
    'prohibitedcontent',
    'spii',
    'imagesafety',
    'imageprohibitedcontent',
    'imagerecitation',
    'guardrailintervened',
    'errortoxic',
    'modelarmor',
    'sensitive',
  ],
  'tool-calls': ['toolcalls', 'toolcall', 'tooluse', 'functioncall', 'pauseturn'],
  error: [
    'error',
    'malformedfunctioncall',
    'unexpectedtoolcall',
    'toomanytoolcalls',
    'insufficientsystemresource',
    'abort',
    'aborted',
    'cancelled',
    'canceled',
    'failed',
    'networkerror',
    'maxturnrequests',
  ],
}

const reasons = new Map(
  Object.entries(words).flatMap(([reason, spellings]) =>
    spellings.map((spelling) => [spelling, reason as FinishReason] as const),
  ),
)

/**
 * Reads the finish reason of OpenAI, Anthropic, Gemini, Bedrock, Cohere, Mistral, Ollama, the AI SDK and ACP.
 *
 * @returns undefined for no word, and `other` for an unknown one
 * @example finishReasonOf('MAX_TOKENS') // 'length'
 */
export function finishReasonOf(said: unknown): FinishReason | undefined {
  if (typeof said !== 'string' || said.trim() === '') return undefined
  const name = said
    .slice(said.lastIndexOf('.') + 1)
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  if (name === 'finishreasonunspecified' || name === 'unspecified' || name === 'unknown') return undefined
  return reasons.get(name.replace(/^finishreason/, '')) ?? 'other'
}

/** True when the answer was cut off by its length, a filter or an error. */
export function isCut(reason: FinishReason | undefined): reason is 'length' | 'content-filter' | 'error' {
  return reason === 'length' || reason === 'content-filter' || reason === 'error'
}
