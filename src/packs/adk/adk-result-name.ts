import { assertPathSegment } from '../../formats/kit/path-segment.ts'

export function adkResultName(resultId: string): string {
  return resultId.replaceAll('/', '_')
}

/** Returns the path of a result below the app's folder. @throws {EvalError} when the name would lead out of it */
export function adkResultPath(resultName: string): string {
  assertPathSegment(resultName, 'eval_set_result_name')
  return `.adk/eval_history/${resultName}.evalset_result.json`
}

/** `<app>_<eval set>_<seconds since 1970, as Python prints a float>`. @throws {EvalError} for ids that are no file names */
export function adkResultId(appName: string, evalSetId: string, createdAt: number): string {
  assertPathSegment(appName, 'app_name')
  assertPathSegment(evalSetId, 'eval_set_id')
  return `${appName}_${evalSetId}_${Number.isInteger(createdAt) ? createdAt.toFixed(1) : createdAt}`
}
