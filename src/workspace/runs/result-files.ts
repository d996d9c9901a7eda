import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type CaseResult, type Message, EvalError, JsonObject, stringifyJson, parsedJson } from '../../core/index.ts'
import type { PackResultFile } from '../../core/pack/pack-result-file.ts'
import { atomicWrite } from '../../files/index.ts'
import { packs } from '../../packs/index.ts'
import type { RunReport } from '../../reporters/index.ts'
import { jsonWithoutCommands } from '../../reporters/workflow-commands.ts'
import { RunRequest } from '../../settings/run-request.ts'

/** The result file of a run; `said` describes it, with `short` as its displayed path. */
export type WrittenResult = { readonly path: string; said(short: string): readonly Message[] }

/**
 * Writes the result file of a finished run, where its kind of dataset has one. A stopped run has none until it is resumed, since
 * the store holds all of it.
 *
 * @throws {EvalError} `environment` when it cannot be written
 */
export async function writeResultFile(report: RunReport): Promise<WrittenResult | undefined> {
  const { plan } = report.run
  const named = plan.origin?.['resultFile']
  for (const { resultFile } of packs) {
    if (resultFile === undefined || (named === undefined && resultFile.isUnasked !== true)) continue
    const text = await resultText(resultFile, report)
    // Reading the whole request costs a small run a twentieth of its time, and most runs write no such file.
    const request = text === undefined ? undefined : RunRequest.safeParse(plan.origin).data
    if (text === undefined || request === undefined) continue
    const path = await write(text, report, { resultFile, request })
    return { path, said: (short) => resultFile.said(path, short) }
  }
  return undefined
}

/** Returns what the result file of a run would hold; undefined where it would have none. */
export async function resultText(file: PackResultFile, report: RunReport): Promise<string | undefined> {
  const { run, records } = report
  const request = run.plan.origin
  if (request === undefined) return undefined
  const results = async () => resultsOf(records)
  const content = await file.content({ run, endedAt: endOf(report), request, results })
  return content && `${jsonWithoutCommands(stringifyJson(content, 2))}\n`
}

function endOf({ run: { endedAt } }: RunReport): Date {
  return endedAt === undefined ? new Date() : new Date(endedAt)
}

/** @returns the file's path */
async function write(
  text: string,
  report: RunReport,
  { resultFile, request }: { readonly resultFile: PackResultFile; readonly request: RunRequest },
): Promise<string> {
  const { runId, createdAt } = report.run.plan
  const named = request.resultFile && resolve(request.cwd, request.resultFile)
  if (named !== undefined && !resultFile.isDefault(request.resultFile ?? '')) {
    await atomicWrite(named, text, { folders: true })
    return named
  }
  const pathAt = (at: number) => resolve(request.cwd, resultFile.pathAt(new Date(at)))
  let at = named === undefined ? endOf(report).getTime() : Date.parse(createdAt)
  // Several runs may begin or end within the second in the file's name; a resumed run overwrites the file that it named.
  for (let file = named ?? pathAt(at); ; file = pathAt(at)) {
    if (named !== undefined && (await isOfRun(file, runId))) {
      await atomicWrite(file, text)
      return file
    }
    if (!existsSync(file) && (await writeUnlessThere(file, text))) return file
    at += 1000
  }
}

async function isOfRun(file: string, runId: string): Promise<boolean> {
  if (!existsSync(file)) return false
  const text = await readFile(file, 'utf8')
  return JsonObject.safeParse(parsedJson(text)).data?.['run_id'] === runId
}

/** @returns false where another run took the name at the same moment */
async function writeUnlessThere(file: string, text: string): Promise<boolean> {
  try {
    await atomicWrite(file, text, { exclusive: true, folders: true })
    return true
  } catch (error) {
    if (error instanceof EvalError && error.code === 'usage') return false
    throw error
  }
}

async function resultsOf(records: RunReport['records']): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = []
  for await (const { result } of records) if (result !== undefined) results.push(result)
  return results
}
