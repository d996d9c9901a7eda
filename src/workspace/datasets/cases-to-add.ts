import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type EvalCase, EvalError, message } from '../../core/index.ts'
import { openTranscripts } from '../../compose/datasets.ts'
import { readSessionInput } from '../../formats/read-session-input.ts'
import { decodeText } from '../../formats/kit/decode-text.ts'
import { readJsonDocument } from '../../formats/kit/source-text.ts'
import { scenarioCases, scenariosFrom } from '../../packs/adk/adk-scenarios.ts'
import { asReference } from '../../packs/adk/eval-sets/as-reference.ts'
import { readSessionCase } from '../../packs/adk/eval-sets/session-case.ts'

export type CaseSources = {
  readonly scenarios: string | undefined
  readonly sessionInput: string | undefined
  readonly session: string | undefined
  readonly caseId: string | undefined
  readonly transcripts: string | undefined
}

/** Reads cases from files of other kinds. @throws {EvalError} `usage` where no file is named, `format` for a broken file */
export async function casesToAdd(
  { scenarios, sessionInput, session, caseId, transcripts }: CaseSources,
  { cwd, at }: { readonly cwd: string; readonly at: Date },
): Promise<readonly EvalCase[]> {
  if (scenarios === undefined && session === undefined && transcripts === undefined) {
    throw new EvalError('usage', message('what is to be added?'), {
      hint: message('Name it with --scenarios, --session or --transcripts.'),
    })
  }
  if (caseId !== undefined && session === undefined) {
    throw new EvalError('usage', message('--case has no effect without --session'))
  }
  const beginning = sessionInput === undefined ? undefined : await readSessionInput(resolve(cwd, sessionInput))
  const createdAt = at.getTime() / 1000
  const fromScenarios =
    scenarios === undefined
      ? []
      : scenarioCases(readJsonDocument(await textIn(scenarios, cwd), scenarios, scenariosFrom)).cases.map((one) => ({
          ...one,
          createdAt,
        }))
  const fromSession =
    session === undefined ? [] : [readSessionCase(await textIn(session, cwd), session, { caseId, at })]
  const recorded = transcripts === undefined ? [] : await recordedCases(resolve(cwd, transcripts))
  return [...fromScenarios, ...fromSession, ...recorded.map((one) => ({ ...one, createdAt }))].map((one) =>
    beginning === undefined || one.session !== undefined ? one : { ...one, session: beginning },
  )
}

/** Of a case that was recorded several times the first recording counts; a failed one expects nothing. */
async function recordedCases(file: string): Promise<readonly EvalCase[]> {
  const cases = new Map<string, EvalCase>()
  for await (const { caseId, invocations, failure } of (await openTranscripts(file))()) {
    if (failure !== undefined || invocations.length === 0 || cases.has(caseId)) continue
    cases.set(caseId, { id: caseId, conversation: invocations.map(asReference) })
  }
  return [...cases.values()]
}

async function textIn(file: string, cwd: string): Promise<string> {
  const bytes = await readFile(resolve(cwd, file)).catch((cause: unknown) => {
    throw new EvalError('usage', message('{file} cannot be read', { file }), { cause })
  })
  return decodeText(bytes, file)
}
