import { z } from 'zod'
import { EvalError, message, parsedJson } from '../../core/index.ts'
import { JudgedItem } from '../../core/judge-agreement.ts'
import { readWhole, fileState } from '../../formats/kit/read-file.ts'

const Earlier = z.object({
  metrics: z.array(z.object({ metric: z.string(), judge: z.string(), items: z.array(JudgedItem) })).min(1),
})

const LARGEST_FILE = 256 * 1024 * 1024

/** Reads what `shinsa judge validate --format json` wrote earlier. @throws {EvalError} `format` for anything else */
export async function readEarlierValidation(file: string): Promise<z.infer<typeof Earlier>['metrics']> {
  const { size } = await fileState(file)
  const read =
    size > LARGEST_FILE ? undefined : Earlier.safeParse(parsedJson(new TextDecoder().decode(await readWhole(file))))
  if (read?.success === true) return read.data.metrics
  throw new EvalError('format', message('{file} is no validation of a judge with its single verdicts', { file }), {
    hint: message(
      '`shinsa judge validate LABELS --output FILE.json` writes one; older versions left the verdicts out.',
    ),
  })
}
