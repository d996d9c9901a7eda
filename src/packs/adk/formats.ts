import { type EvalCase, type Format, type Message, type Origin, message } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { isListWith } from '../../formats/kit/foreign-value.ts'
import { isDefaultColumn } from '../../formats/table/table-columns.ts'
import type { AdkResultCase } from './adk-result-reader.ts'

const agentsCli: Format = {
  name: 'agents-cli-dataset',
  silentOnTools: true,
  hasRoom: true,
  whyReadOnly: message('Datasets of agents-cli are made by that tool. Save a copy as an eval set to change its cases.'),
  detect: isAgentsCliDataset,
  async load() {
    const { agentsCliDatasetFrom } = await import('./agents-cli-dataset.ts')
    return { read: (value, context) => agentsCliDatasetFrom(value, context) }
  },
}

const evalSet: Format = {
  name: 'adk-eval-set',
  isDefault: true,
  hasRoom: true,
  ending: '.evalset.json',
  detect: (value) =>
    isObject(value) && ['eval_cases', 'evalCases', 'eval_set_id', 'evalSetId'].some((key) => key in value),
  async load() {
    const [{ adkEvalSetFrom, writeAdkEvalSet }, { adkEvalCase }, { caseLosses }] = await Promise.all([
      import('./adk-eval-set.ts'),
      import('../../formats/wire/adk-case.ts'),
      import('../../formats/losses.ts'),
    ])
    return {
      read(value, { origin }) {
        const notes: Message[] = []
        return { dataset: adkEvalSetFrom(value, { ...origin, note: (one) => void notes.push(one) }), notes }
      },
      write: (dataset, cases) => ({ text: `${writeAdkEvalSet(dataset, cases)}\n`, losses: caseLosses(cases) }),
      edit: { key: 'eval_cases', write: (evalCase) => adkEvalCase.write(evalCase, 'brief') },
    }
  },
}

const legacy: Format = {
  name: 'adk-legacy',
  asLast: true,
  isOutdated: true,
  hasRoom: true,
  detect: (value) =>
    isListWith(value, ['expected_tool_use', 'expected_intermediate_agent_responses', 'data', 'initial_session']) ||
    (isListWith(value, ['query']) && !isTableOfQueries(value)),
  async load() {
    const { convertLegacyEvalSet, convertLegacyTest, isLegacyEvalSet } = await import('./adk-legacy.ts')
    const { refuseSameIds } = await import('../../formats/kit/same-ids.ts')
    return {
      read(value, { origin: { file, lineOf }, name }) {
        const notes: Message[] = []
        const origin: Origin = { file, lineOf, note: (one) => void notes.push(one) }
        // The same file must always give the same dataset, so its ids come from no clock and no random numbers.
        let turns = 0
        const newId = () => `turn-${(turns += 1)}`
        const convert = isLegacyEvalSet(value) ? convertLegacyEvalSet : convertLegacyTest
        const dataset = convert(value, name, { newId, origin })
        refuseSameIds(dataset.cases, origin, (index) => [index, 'name'])
        return { dataset, notes }
      },
    }
  },
}

/** Tables may also have a `query` column; their column of expected answers has another name than ADK's. */
function isTableOfQueries(value: unknown): boolean {
  const keys = (Array.isArray(value) ? value : []).flatMap((row) => (isObject(row) ? Object.keys(row) : []))
  return keys.some((key) => key === 'response' || (key !== 'query' && key !== 'reference' && isDefaultColumn(key)))
}

const result: Format = {
  name: 'adk-result',
  // Old versions wrote a JSON string that contains the JSON.
  detect: (value) =>
    typeof value === 'string'
      ? /eval_case_results|evalCaseResults/.test(value)
      : isObject(value) && ('eval_case_results' in value || 'evalCaseResults' in value),
  async load() {
    const { adkResultFrom } = await import('./adk-result-reader.ts')
    const { askedOnly } = await import('../../formats/asked-only.ts')
    const caseOf = ({ caseId, invocations, expected }: AdkResultCase): EvalCase => ({
      id: caseId,
      conversation: expected.length > 0 ? [...expected] : invocations.map(askedOnly),
    })
    return {
      read(value, { origin }) {
        const { evalSetId, createdAt, cases } = adkResultFrom(value, origin)
        // The file holds every run of a case; the dataset takes the case from the first.
        const byId = new Map<string, EvalCase>()
        for (const one of cases) if (!byId.has(one.caseId)) byId.set(one.caseId, caseOf(one))
        return {
          dataset: { id: evalSetId, ...(createdAt === undefined ? {} : { createdAt }), cases: [...byId.values()] },
          transcripts: cases.map(({ caseId, invocations }) => ({ caseId, invocations })),
        }
      },
    }
  },
}

const session: Format = {
  name: 'adk-session',
  detect: (value) => (Array.isArray(value) ? value.length > 0 && value.every(isSession) : isSession(value)),
  async load() {
    const { sessionTranscripts } = await import('./eval-sets/session-case.ts')
    return { read: (value, context) => sessionTranscripts(value, context) }
  },
}

function isSession(value: unknown): boolean {
  return isObject(value) && 'events' in value && ['appName', 'app_name'].some((key) => key in value)
}

const scenarios: Format = {
  name: 'adk-scenarios',
  whyReadOnly: message('Scenarios are written by hand. Save a copy as an eval set to change its cases.'),
  detect: (value) => isObject(value) && 'scenarios' in value,
  async load() {
    const { scenarioCases, scenariosFrom } = await import('./adk-scenarios.ts')
    return {
      read(value, { origin, name }) {
        const { cases, repeated } = scenarioCases(scenariosFrom(value, origin))
        const notes = repeated.map((id) =>
          message('{file}: the scenario {id} stands there twice and is played once', { file: origin.file, id }),
        )
        return { dataset: { id: name, cases }, notes }
      },
    }
  },
}

/** Cases of agents-cli differ from those of an eval set by the names of their id and their prompt. */
function isAgentsCliDataset(value: unknown): boolean {
  if (!isObject(value) || 'eval_set_id' in value || 'evalSetId' in value) return false
  const cases = value['eval_cases'] ?? value['evalCases']
  const keys = ['eval_case_id', 'evalCaseId', 'prompt', 'agent_data', 'agentData']
  const isOne = (one: unknown) =>
    isObject(one) && !('eval_id' in one) && !('evalId' in one) && keys.some((key) => key in one)
  return Array.isArray(cases) && cases.some(isOne)
}

export const adkFormats: readonly Format[] = [result, agentsCli, evalSet, scenarios, session, legacy]
