import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Message, message, stringifyJson } from '../../../core/index.ts'
import { maskSecrets } from './mask-secrets.ts'
import type { RunbookAnswer } from './runbook-answer.ts'

type AuditedExchange = {
  readonly at: Date
  readonly conversation: string
  readonly question: string
  readonly answer: RunbookAnswer
}

/**
 * Appends an exchange as a line of JSON to the day's file, `runbook-audit-YYYYMMDD.jsonl`, with secrets masked.
 *
 * @returns why it could not be written; the answer is given all the same
 */
export async function writeAuditLog(folder: string, exchange: AuditedExchange): Promise<Message | undefined> {
  const file = join(folder, `runbook-audit-${dayOf(exchange.at)}.jsonl`)
  try {
    await mkdir(folder, { recursive: true })
    await appendFile(file, `${lineOf(exchange)}\n`, { mode: 0o600 })
    return undefined
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause
    return message('the audit log {file} cannot be written: {problem}', { file, problem: cause.message })
  }
}

/** The local date. */
function dayOf(at: Date): string {
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('')
}

function lineOf({ at, conversation, question, answer }: AuditedExchange): string {
  return stringifyJson({
    time: at.toISOString(),
    conversation,
    question: maskSecrets(question),
    answer: maskSecrets(answer.answer),
    citations: answer.citations.map(({ id, score }) => ({ id, score })),
    top_score: answer.topScore ?? null,
    flags: answer.flags,
    removed_citations: answer.removedCitations,
    model: answer.model ?? null,
    model_calls: answer.modelCalls,
    tokens: answer.usage ?? null,
    cost: answer.cost ?? null,
    seconds: answer.seconds,
  })
}
