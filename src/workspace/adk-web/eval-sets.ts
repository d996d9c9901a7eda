import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type EvalCase, EvalError, message } from '../../core/index.ts'
import { formats, openDataset } from '../../compose/datasets.ts'
import { atomicWrite } from '../../files/index.ts'
import type { CaseEdit } from '../../formats/case-edit.ts'
import { editDataset } from '../../formats/edit-dataset.ts'
import { adkEvalCaseFrom, toAdkEvalCase } from '../../formats/wire/adk-case.ts'
import { withoutMarks } from '../../packs/adk/web/web-invocation.ts'
import { createEvalSet, refuseSetId } from '../datasets/eval-set-file.ts'
import { inTurn } from '../in-turn.ts'
import { appFolder, filesEnding } from './app-folder.ts'

const ending = '.evalset.json'
/** An agent may be a single file; its eval sets then lie in a folder of the same name beside it. */
const agentEndings = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.py']

/** Reads and writes the eval sets below a folder of agents, as ADK keeps them: `APP/ID.evalset.json`. A set that does not exist is undefined. */
export function evalSetsIn(agents: string, now: () => Date) {
  const oneByOne = inTurn()

  const filesOf = async (app: string) => filesEnding(ending, await appFolder(agents, app))
  const fileOf = async (app: string, id: string) => (await filesOf(app)).get(id)

  async function read(app: string, id: string) {
    const file = await fileOf(app, id)
    if (file === undefined) return undefined
    const { dataset, format } = await openDataset(file, { called: `${app}/${id}${ending}` })
    return { file, format, dataset, cases: await Array.fromAsync(dataset.cases()) }
  }

  /** `make` returns the new cases, or undefined where there is nothing to change. */
  async function change(
    app: string,
    id: string,
    make: (cases: readonly EvalCase[]) => CaseEdit | undefined,
  ): Promise<'done' | undefined> {
    return oneByOne(async () => {
      const set = await read(app, id)
      const edit = set && make(set.cases)
      if (set === undefined || edit === undefined) return undefined
      const file = `${app}/${id}${ending}`
      const edited = await editDataset(await readFile(set.file), edit, { file, formats })
      await atomicWrite(set.file, edited, { replacesLinks: true })
      return 'done'
    })
  }

  return {
    fileOf,
    read,
    list: async (app: string) => [...(await filesOf(app)).keys()],

    /** @throws {EvalError} `usage` for an id that ADK does not take, or that is taken */
    async create(app: string, id: string) {
      refuseSetId(id)
      const folder = await appFolder(agents, app)
      refuseMissing(app, folder)
      await oneByOne(async () => createEvalSet(join(folder, `${id}${ending}`), { cwd: agents, at: now() }))
    },

    async remove(app: string, id: string): Promise<'done' | undefined> {
      const file = await fileOf(app, id)
      if (file === undefined) return undefined
      await rm(file)
      return 'done'
    },

    /** @throws {EvalError} `usage` when the set has a case with that id */
    add: async (app: string, id: string, evalCase: EvalCase) =>
      change(app, id, (cases) => {
        if (cases.some((one) => one.id === evalCase.id)) {
          throw new EvalError('usage', message('{id} has a case {case} already', { id, case: evalCase.id }))
        }
        return { kind: 'add', evalCase }
      }),

    /** Replaces what the new case states; the old one keeps the rest, such as rubrics and the expected final state. */
    replace: async (
      app: string,
      id: string,
      { caseId, told }: { caseId: string; told: Readonly<Record<string, unknown>> },
    ) =>
      change(app, id, (cases) => {
        const position = cases.findIndex((one) => one.id === caseId)
        const before = cases[position]
        if (before === undefined) return undefined
        const merged = { ...Object(toAdkEvalCase(before)), ...Object(withoutMarks(told)), eval_id: caseId }
        return { kind: 'replace', position, evalCase: adkEvalCaseFrom(merged, { file: caseId, lenient: true }) }
      }),

    removeCase: async (app: string, id: string, caseId: string) =>
      change(app, id, (cases) => {
        const position = cases.findIndex((one) => one.id === caseId)
        return position < 0 ? undefined : { kind: 'remove', position }
      }),
  }
}

function refuseMissing(app: string, folder: string): void {
  if (existsSync(folder) || agentEndings.some((agentEnding) => existsSync(`${folder}${agentEnding}`))) return
  throw new EvalError('usage', message('there is no app {app}', { app: JSON.stringify(app) }))
}
