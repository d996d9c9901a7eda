import { createHash } from 'node:crypto'
import type { EvalCase, Origin, Scenario, Session } from '../../core/index.ts'
import { adkScenario } from '../../formats/wire/adk-case.ts'
import { object, required } from '../../formats/kit/foreign-object.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { list, readForeign } from '../../formats/kit/foreign-value.ts'

const scenarioFile = object({ scenarios: required('scenarios', list(adkScenario)) }, { unknown: 'reject' })

/** Reads a file of scenarios: `{"scenarios": […]}`. @throws {EvalError} with file, line and path */
export function scenariosFrom(value: unknown, origin: Origin): readonly Scenario[] {
  return readForeign(scenarioFile, value, origin).scenarios
}

/** Makes one case of each different scenario, and returns the ids of the repeated ones beside them. */
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

/** Makes a case of a scenario. Its id is computed from its content, so the same scenario always gets the same id. */
export function caseFromScenario(scenario: Scenario, session?: Session): EvalCase {
  return { id: scenarioId(scenario), scenario, ...(session === undefined ? {} : { session }) }
}

/** The first 8 hexadecimal digits of the SHA-256 of `scenarioText`, as ADK names such cases. */
export function scenarioId(scenario: Scenario): string {
  return createHash('sha256').update(scenarioText(scenario)).digest('hex').slice(0, 8)
}

/**
 * Writes a scenario like Python's `json.dumps` with sorted keys. ADK writes the whole text of a built-in persona where
 * we write its name, so the ids of such scenarios differ from ADK's; all others are the same.
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
