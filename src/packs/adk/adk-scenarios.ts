import { createHash } from 'node:crypto'
import type { EvalCase, Origin, Scenario, Session } from '../../core/index.ts'
import { adkScenario } from '../../formats/wire/adk-case.ts'
import { object, required } from '../../formats/kit/foreign-object.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { list, readForeign } from '../../formats/kit/foreign-value.ts'
import { locate, parseJsonDocument } from '../../formats/kit/source-text.ts'

const scenarioFile = object({ scenarios: required('scenarios', list(adkScenario)) }, { unknown: 'reject' })

/** The content of a scenarios file: `{"scenarios": […]}`. @throws {EvalError} with file, line and path */
export function readScenarios(text: string, file: string): readonly Scenario[] {
  return scenariosFrom(parseJsonDocument(text, file), { file, lineOf: (path) => locate(text, path) })
}

/** The same from a value that was parsed already. */
export function scenariosFrom(value: unknown, origin: Origin): readonly Scenario[] {
  return readForeign(scenarioFile, value, origin).scenarios
}

/** A case for each scenario; of those that say the same the first, the ids of the others beside. */
export function scenarioCases(scenarios: readonly Scenario[], session?: Session) {
  const cases = new Map<string, EvalCase>()
  const repeated: string[] = []
  for (const scenario of scenarios) {
    const evalCase = caseFromScenario(scenario, session)
    if (cases.has(evalCase.id)) repeated.push(evalCase.id)
    else cases.set(evalCase.id, evalCase)
  }
  return { cases: [...cases.values()], repeated }
}

/** A case for a scenario; its id follows from what the scenario says, so adding it twice is noticed. */
export function caseFromScenario(scenario: Scenario, session?: Session): EvalCase {
  return { id: scenarioId(scenario), scenario, ...(session === undefined ? {} : { session }) }
}

/** The first 8 hexadecimal digits of the SHA-256 of `scenarioText`, as ADK names such cases. */
export function scenarioId(scenario: Scenario): string {
  return createHash('sha256').update(scenarioText(scenario)).digest('hex').slice(0, 8)
}

/**
 * A scenario as Python's `json.dumps` with sorted keys writes it. ADK puts the whole text of a built-in persona here where
 * we have its name, so such ids differ from ADK's; all others are the same.
 */
export function scenarioText(scenario: Scenario): string {
  return sortedJson(adkScenario.write(scenario, 'full'))
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(', ')}]`
  if (isObject(value)) {
    const keys = Object.keys(value).toSorted()
    return `{${keys.map((key) => `${asciiJson(key)}: ${sortedJson(value[key])}`).join(', ')}}`
  }
  return asciiJson(value)
}

function asciiJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
