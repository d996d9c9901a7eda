import { EvalError, message } from '../../core/index.ts'

const formats: readonly string[] = ['html', 'json', 'csv', 'terminal']

/** @throws {EvalError} `usage` for formats that cannot say that results are left out */
export function refuseWithoutView(format: string): void {
  if (formats.includes(format)) return
  throw new EvalError('usage', message('a view of a run is written as html, json or csv, not as {format}', { format }))
}
