import type { DatabaseSync } from 'node:sqlite'
import { isObject } from '../core/basics/is-object.ts'
import { parseJson, stringifyJson, JsonObject } from '../core/index.ts'

/**
 * Until layout 5, what nobody had told or heard of an exchange was written as empty: no calls, no instructions, no tools. In
 * which of them it really was empty cannot be told any more, so it is unknown. A row that cannot be read stays as it is.
 */
export function forgetUnheard(database: DatabaseSync): void {
  const place = 'run = ? AND position = ? AND repeat = ? AND seq = ?'
  const update = database.prepare(`UPDATE events SET body = ? WHERE ${place}`)
  const selectOne = database.prepare(`SELECT body FROM events WHERE ${place}`)
  for (const { run, position, repeat, seq, type } of database.prepare(unheardRows).all()) {
    const key = [run ?? null, position ?? null, repeat ?? null, seq ?? null]
    const changed = withUnknown(String(type), String(selectOne.get(...key)?.['body']))
    if (changed !== undefined) update.run(changed, ...key)
  }
}

/** The rows in which something may be unknown, in the words of both stores. */
export const unheardRows = `
  SELECT run, position, repeat, seq, type FROM events
  WHERE type IN ('invocation', 'completed') AND (
    body LIKE '%"form":"events"%' AND body NOT LIKE '%"toolCall":%'
    OR body LIKE '%"instructions":""%' OR body LIKE '%"toolDeclarations":[]%')
  OR type = 'case-end' AND body LIKE '%"toolCalls":0%'`

/** @returns undefined where nothing is to be changed, or where the text is not what it should be */
export function withUnknown(type: string, body: string): string | undefined {
  const value = jsonIn(body)
  if (type === 'case-end') {
    if (!isObject(value) || !isObject(value['cost'])) return undefined
    const { toolCalls, ...cost } = value['cost']
    return toolCalls === 0 ? stringifyJson({ ...value, cost }) : undefined
  }
  if (Array.isArray(value)) return stringifyJson(value.map(unheard))
  return isObject(value) ? stringifyJson(unheard(value)) : undefined
}

function unheard(invocation: unknown): unknown {
  if (!isObject(invocation)) return invocation
  const { steps, agents } = invocation
  const isSilent = isObject(steps) && steps['form'] === 'events' && !stringifyJson(steps).includes('"toolCall":')
  return {
    ...invocation,
    ...(isObject(agents) && { agents: Object.fromEntries(Object.entries(agents).map(withoutEmpty)) }),
    ...(isSilent && { provenance: { toolCalls: 'unknown' } }),
  }
}

function withoutEmpty([name, details]: readonly [string, unknown]): readonly [string, unknown] {
  if (!isObject(details)) return [name, details]
  const told = Object.entries(details).filter(
    ([field, value]) =>
      !(field === 'instructions' && value === '') &&
      !(field === 'toolDeclarations' && Array.isArray(value) && value.length === 0),
  )
  return [name, Object.fromEntries(told)]
}

function jsonIn(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

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
