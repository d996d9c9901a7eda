import type { DatabaseSync } from 'node:sqlite'
import { JsonObject, parseJson, stringifyJson } from '../core/index.ts'

/**
 * Until layout 4, what set metrics said stood in the summary itself, as `review` and `runbook`, and a verdict beside the
 * right one was evidence of the kind `review`. A row that cannot be read stays as it is: whoever reads it says so.
 */
export function moveIntoSets(database: DatabaseSync): void {
  moveSummaries(database)
  renameEvidence(database)
}

function moveSummaries(database: DatabaseSync): void {
  const update = database.prepare('UPDATE runs SET summary = ? WHERE run = ?')
  const selectOne = database.prepare('SELECT summary FROM runs WHERE run = ?')
  const all = database
    .prepare(`SELECT run FROM runs WHERE instr(summary, '"review":') > 0 OR instr(summary, '"runbook":') > 0`)
    .all()
  for (const { run } of all) {
    const changed = changedJson(selectOne.get(run ?? null)?.['summary'], withSets)
    if (changed !== undefined) update.run(changed, run ?? null)
  }
}

function withSets(summary: unknown): unknown {
  const { review, runbook, ...others } = JsonObject.safeParse(summary).data ?? {}
  const sets = { ...(review !== undefined && { review }), ...(runbook !== undefined && { runbook }) }
  return Object.keys(sets).length === 0 ? undefined : { ...others, sets }
}

/** Only runs that compare verdicts have such evidence, and only rows of scores. */
function renameEvidence(database: DatabaseSync): void {
  const place = 'run = ? AND position = ? AND repeat = ? AND seq = ?'
  const update = database.prepare(`UPDATE events SET body = ? WHERE ${place}`)
  const selectOne = database.prepare(`SELECT body FROM events WHERE ${place}`)
  const all = database
    .prepare(
      `SELECT run, position, repeat, seq FROM events
       WHERE run IN (SELECT run FROM runs WHERE instr(plan, '"verdict_match"') > 0)
         AND type IN ('scores', 'case-reopened') AND instr(body, '"kind":"review"') > 0`,
    )
    .all()
  for (const { run, position, repeat, seq } of all) {
    const key = [run ?? null, position ?? null, repeat ?? null, seq ?? null]
    const changed = changedJson(selectOne.get(...key)?.['body'], withClassification)
    if (changed !== undefined) update.run(changed, ...key)
  }
}

function withClassification(scores: unknown): unknown {
  if (!Array.isArray(scores)) return undefined
  return scores.map((score: unknown) => {
    const { evidence, ...others } = JsonObject.safeParse(score).data ?? {}
    return Array.isArray(evidence) ? { ...others, evidence: evidence.map(classification) } : score
  })
}

function classification(evidence: unknown): unknown {
  const { kind, expected, result, confidence, evidenceStatus } = JsonObject.safeParse(evidence).data ?? {}
  if (kind !== 'review') return evidence
  return {
    kind: 'classification',
    expected,
    actual: result,
    ...(confidence !== undefined && { confidence }),
    ...(evidenceStatus !== undefined && { details: { evidenceStatus } }),
  }
}

/** Undefined where nothing is to be changed, or where the text is not what it should be. */
function changedJson(text: unknown, change: (value: unknown) => unknown): string | undefined {
  const changed = change(jsonIn(String(text)))
  return changed === undefined ? undefined : stringifyJson(changed)
}

function jsonIn(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
