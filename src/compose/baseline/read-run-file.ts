import { isObject } from '../../core/basics/is-object.ts'
import { EvalError, message, parsedJson } from '../../core/index.ts'
import { readWhole, fileState } from '../../formats/kit/read-file.ts'
import { decodeText } from '../../formats/kit/decode-text.ts'
import { RunDocument } from '../../reporters/json.ts'
import { caseHash, type RunResults } from '../../runner/index.ts'
import { BaselineFile, baselineResults } from './baseline-file.ts'

const LARGEST = 512 * 1024 * 1024

/**
 * Reads a run from a file of any machine: a baseline, or a report in JSON.
 *
 * @throws {EvalError} `format` for any other file
 */
export async function readRunFile(file: string): Promise<RunResults> {
  const { size } = await fileState(file)
  if (size > LARGEST) throw new EvalError('format', message('{file} is too large for a run', { file }))
  const document = parsedJson(decodeText(await readWhole(file), file))
  const baseline = BaselineFile.safeParse(document)
  if (baseline.success) return baselineResults(baseline.data)
  const report = RunDocument.safeParse(document)
  if (report.success) return reportResults(report.data)
  const schema = isObject(document) ? document['schema'] : undefined
  const [issue] = (schema === 'shinsa-run/1' ? report.error : baseline.error).issues
  const place = issue?.path.join('.') ?? ''
  throw new EvalError('format', notARun(file, schema, place), {
    hint: message(
      '`shinsa export RUN --format baseline --output baseline.json` writes one; `--format json` will do as well.',
    ),
  })
}

function notARun(file: string, schema: unknown, place: string) {
  return schema === 'shinsa-run/1' || schema === 'shinsa-baseline/1'
    ? message('{file} is a run that cannot be read: {place}', { file, place })
    : message('{file} is neither a baseline nor a run exported as JSON', { file })
}

function reportResults({ run, results }: RunDocument): RunResults {
  return {
    run,
    async *scoredCases() {
      for (const { evalCase, transcript, ...result } of results) {
        const { failure, ending } = transcript
        yield { ...result, caseId: evalCase.id, failure, ending }
      }
    },
    caseHashes: async () => new Map(results.map(({ evalCase }) => [evalCase.id, caseHash(evalCase)])),
  }
}
