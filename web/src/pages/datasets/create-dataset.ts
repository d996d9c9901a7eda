import { stringifyJson } from '../../../../src/core/basics/json.ts'
import type { DatasetChoice } from '../../../../src/server/api/new-run.ts'
import { callApi } from '../../source/call-api.ts'
import { base64Of } from '../../source/base64-of.ts'

/** Creates an empty eval set in the project. */
export async function createDataset(title: string): Promise<DatasetChoice> {
  const name = title.trim().replace(/(\.evalset)?\.json$/i, '')
  const empty = { eval_set_id: name.replaceAll(/[^A-Za-z0-9_]+/g, '_'), name, eval_cases: [] }
  const file = new File([`${stringifyJson(empty, 2)}\n`], `${name}.evalset.json`)
  return callApi('importDataset', { body: { name: file.name, content: await base64Of(file) } })
}
