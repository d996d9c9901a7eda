import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { CaseResult, Run } from '../core/index.ts'
import { EvalError, JsonObject, parseJson, stringifyJson } from '../core/index.ts'
import { atomicWrite } from '../files/index.ts'
import { reviewResultName } from '../packs/review/formats/review-result.ts'
import type { RunReport } from '../reporters/index.ts'
import { jsonWithoutCommands } from '../reporters/workflow-commands.ts'
import { isAboutRunbooks } from '../compose/runbook-evaluation.ts'
import { RunRequest } from '../settings/run-request.ts'

export { reviewResultName } from '../packs/review/formats/review-result.ts'
export { runbookResultName } from '../packs/runbook/formats/runbook-result.ts'

/**
 * Writes the file that the requirement of reviews, or of questions about runbooks, asks for when a run is over. Runs over
 * other datasets leave none behind, and neither does one that was stopped: the store has all of it, and the file is
 * written when it is resumed.
 *
 * @returns where it is
 * @throws {EvalError} `environment` when it cannot be written
 */
export async function writeResultFile(report: RunReport): Promise<string | undefined> {
  const { run } = report
  const request = RunRequest.safeParse(run.plan.origin).data
  const endedAt = run.endedAt === undefined ? new Date() : new Date(run.endedAt)
  if (request === undefined) return undefined
  const content = await contentOf(report, request, endedAt)
  if (content === undefined) return undefined
  const text = `${jsonWithoutCommands(stringifyJson(content, 2))}\n`
  if (request.resultFile === undefined) return writeUnderFreeName(run, text, { cwd: request.cwd, endedAt })
  const path = resolve(request.cwd, request.resultFile)
  if (usualReviewFile.test(request.resultFile))
    return writeBesideOthers(run, text, { path, at: new Date(run.plan.createdAt) })
  await atomicWrite(path, text, { folders: true })
  return path
}

/** The name that a review has unless somebody gives another; `shinsa review` makes it of the second in which it begins. */
const usualReviewFile = /^results[/\\]results_\d{8}_\d{6}\.json$/

/** Several reviews may begin within the second that the name tells; one that is resumed writes its own file again. */
async function writeBesideOthers(
  { plan }: Run,
  text: string,
  { path, at }: { readonly path: string; readonly at: Date },
): Promise<string> {
  for (let second = at.getTime(), file = path; ;) {
    if (await isOfRun(file, plan.runId)) {
      await atomicWrite(file, text)
      return file
    }
    if (!existsSync(file) && (await writeUnlessThere(file, text))) return file
    second += 1000
    file = join(dirname(path), reviewResultName(new Date(second)))
  }
}

/** Whether it is the result file of the run. */
async function isOfRun(file: string, runId: string): Promise<boolean> {
  if (!existsSync(file)) return false
  const text = await readFile(file, 'utf8')
  try {
    return JsonObject.safeParse(parseJson(text)).data?.['run_id'] === runId
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

/** @returns false where another run took the name in that moment */
async function writeUnlessThere(file: string, text: string): Promise<boolean> {
  try {
    await atomicWrite(file, text, { exclusive: true, folders: true })
    return true
  } catch (error) {
    if (error instanceof EvalError && error.code === 'usage') return false
    throw error
  }
}

async function contentOf({ run, records }: RunReport, request: RunRequest, endedAt: Date): Promise<object | undefined> {
  const { review, runbook } = run.summary ?? {}
  if (review !== undefined && request.resultFile !== undefined) {
    const { reviewResult } = await import('./reviews.ts')
    const experiment = request.review?.experiment ?? 'comprehensive'
    return reviewResult({ run, experiment, endedAt, summary: review }, await resultsOf(records))
  }
  if (runbook !== undefined && isAboutRunbooks(run.plan.dataset.format) && run.status === 'finished') {
    const { toRunbookResult } = await import('../packs/runbook/formats/runbook-result.ts')
    return toRunbookResult({ run, endedAt, summary: runbook, results: await resultsOf(records) })
  }
  return undefined
}

async function resultsOf(records: RunReport['records']): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = []
  for await (const { result } of records) if (result !== undefined) results.push(result)
  return results
}

/** Runs over runbooks leave their file even when nobody names one. */
async function writeUnderFreeName(
  { plan }: Run,
  text: string,
  { cwd, endedAt }: { readonly cwd: string; readonly endedAt: Date },
): Promise<string | undefined> {
  if (!isAboutRunbooks(plan.dataset.format)) return undefined
  const { runbookResultName } = await import('../packs/runbook/formats/runbook-result.ts')
  // Several runs may end within the second that the name tells.
  for (let second = endedAt.getTime(); ; second += 1000) {
    const path = resolve(cwd, 'logs', runbookResultName(new Date(second)))
    if (!existsSync(path) && (await writeUnlessThere(path, text))) return path
  }
}
