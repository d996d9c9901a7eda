import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Metric, EvalError, message } from '../../core/index.ts'
import type { Criterion } from '../criteria/eval-config.ts'
import { defineMetric } from '../../metrics/shared/define-metric.ts'
import type { MetricFunction } from '../../metrics/index.ts'
import { pathToFileURL } from 'node:url'
import { isPathInside, wayInside } from '../../files/path-inside.ts'
import { importModule } from '../config/import-module.ts'

/**
 * Loads the metric that a criterion names: `./metrics.ts#politeness`, or ADK's dotted form `metrics.politeness` for the
 * export `politeness` of `metrics.ts` beside the config. Only files in or below that folder are loaded.
 *
 * @throws {EvalError} `config`
 */
export async function customMetric(criterion: Criterion, path: string, folder: string): Promise<Metric> {
  const exported = await namedExport(fileReference(path, folder), folder)
  if (typeof exported === 'function') {
    return defineMetric(criterion.metricName, exported as MetricFunction, { threshold: criterion.threshold })
  }
  if (typeof exported === 'object' && exported !== null && 'score' in exported) {
    return { ...(exported as Metric), name: criterion.metricName }
  }
  throw new EvalError('config', message('{path} is neither a function nor a metric', { path }), {
    hint: message('Export (evalCase, transcript) => number from 0 to 1.'),
  })
}

function fileReference(path: string, folder: string): string {
  if (path.includes('#') || /\.[cm]?[jt]s$/.test(path)) return path
  const steps = path.split('.')
  const name = steps.pop() ?? ''
  const stem = steps.join('/')
  const file = ['.ts', '.mts', '.js', '.mjs']
    .map((ending) => `${stem}${ending}`)
    .find((candidate) => existsSync(join(folder, candidate)))
  if (file === undefined) {
    throw new EvalError('config', message('there is no module for the custom metric {path}', { path }), {
      hint: message('{path} means the export {name} of {stem}.ts in {folder}.', {
        path,
        name,
        stem: stem || '…',
        folder,
      }),
    })
  }
  return `${file}#${name}`
}

/** Imports the export that `./metrics.ts#politeness` names; without `#name` it is the default export. */
async function namedExport(reference: string, folder: string): Promise<unknown> {
  const [path = '', name = 'default'] = reference.split('#')
  const file = resolve(folder, path)
  // A link inside the folder may lead out of it, so the real path counts.
  if (wayInside(folder, file) === undefined || (existsSync(file) && !(await isPathInside(file, folder)))) {
    throw new EvalError('config', message('{reference} leaves the folder {folder}', { reference, folder }), {
      hint: message('Code that a data file names must lie beside it.'),
    })
  }
  if (!existsSync(file)) throw new EvalError('config', message('{file}: there is no such file', { file }))
  const module = await importModule(pathToFileURL(file).href, file)
  const value = module[name]
  if (value === undefined) {
    throw new EvalError('config', message('{file} does not export {name}', { file, name }), {
      hint: message('It exports: {names}.', { names: Object.keys(module).join(', ') || '–' }),
    })
  }
  return value
}
