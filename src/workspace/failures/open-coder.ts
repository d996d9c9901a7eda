import { readEnvironment } from '../../compose/config/environment.ts'
import { loadConfig } from '../../compose/config/load-config.ts'
import type { RunDependencies } from '../../compose/run-dependencies.ts'
import { type Message, message } from '../../core/index.ts'
import { type ModelCodes, codeByModel, questionsToCode } from '../../failures/model-codes.ts'
import type { AtlasDependencies } from '../runs/atlas-run.ts'

type CodingEstimate = { readonly calls: Message; readonly tokens: number; readonly dollars: number | undefined }

const charactersPerToken = 4
const replyTokens = 40

/**
 * Opens a model that codes failures, after the user has agreed to its cost. Cached answers cost nothing.
 *
 * @throws {EvalError} `config` for an unknown model or a missing key
 */
export async function openFailureCoder(
  name: string,
  { cwd, dependencies, signal }: { cwd: string; dependencies: RunDependencies; signal: AbortSignal },
  confirm: (estimate: CodingEstimate) => Promise<void>,
): Promise<NonNullable<AtlasDependencies['code']>> {
  const loaded = await loadConfig({ cwd })
  const environment = readEnvironment(dependencies.environment, loaded.folder)
  const [{ costOf }, { openResilientModel }, { modelJudge, withCache }] = await Promise.all([
    import('../../models/index.ts'),
    import('../../models/resilient-model.ts'),
    import('../../judges/index.ts'),
  ])
  const { random } = dependencies
  const now = () => dependencies.now().getTime()
  const model = await openResilientModel(name, 'judge', { environment, random })
  return async (failures, known): Promise<ModelCodes> => {
    const { calls, characters } = questionsToCode(failures)
    const usage = { inputTokens: Math.ceil(characters / charactersPerToken), outputTokens: calls * replyTokens }
    await confirm({
      calls: message('Failures read by {model}: about {calls} {calls|call|calls}', { model: model.id, calls }),
      tokens: usage.inputTokens + usage.outputTokens,
      dollars: costOf(model.id, usage),
    })
    const judge = withCache(modelJudge(model, { random }), dependencies.openCache(), { now })
    return codeByModel(failures, { judge, known, language: loaded.config.judgeLanguage ?? 'en', signal })
  }
}
