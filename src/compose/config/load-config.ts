import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { packs } from '../../packs/index.ts'
import { type Message, EvalError, message, nearestNames } from '../../core/index.ts'
import { asWritten, runSettings, settingsShape } from '../../settings/index.ts'
import type { ShinsaConfig } from './define-config.ts'
import { provideEnvironment, readDotEnv } from './environment.ts'
import { importModule } from './import-module.ts'
import { keptVariants } from './kept-variants.ts'
import { kindShape } from './kind-config.ts'
import { nearestFolder } from './nearest-folder.ts'
import { projectShape } from './project-shape.ts'
import type { Warning } from '../warnings.ts'
import { didYouMean } from '../../core/basics/nearest-names.ts'

export type LoadedConfig = {
  readonly config: ShinsaConfig
  readonly file: string | undefined
  readonly folder: string
  readonly isNamed: boolean
}

const configNames = ['shinsa.config.ts', 'shinsa.config.mts', 'shinsa.config.js', 'shinsa.config.mjs']

/**
 * Loads the config named on the command line, or the nearest one from the working directory up to the root of the
 * repository. Configs elsewhere, such as beside a dataset, may be anybody's and are never run.
 */
export async function loadConfig(options: { readonly named?: string; readonly cwd: string }): Promise<LoadedConfig> {
  const file = options.named === undefined ? findConfig(options) : resolve(options.cwd, options.named)
  if (file === undefined) {
    provideEnvironment(readDotEnv(options.cwd))
    const targets = keptVariants(options.cwd, {})
    const config = Object.keys(targets).length === 0 ? {} : { targets }
    return { config, file: undefined, folder: options.cwd, isNamed: false }
  }
  if (!existsSync(file)) {
    throw new EvalError('config', message('{file}: there is no such config file', { file }), {
      hint: message('`shinsa init --table` writes one.'),
    })
  }
  // The config may create agents, which read the environment, while it is imported.
  provideEnvironment(readDotEnv(dirname(file)))
  const module = await importModule(pathToFileURL(file).href, file)
  const config = withKept(checkConfig(module['default'], file), dirname(file))
  return { config, file, folder: dirname(file), isNamed: options.named !== undefined }
}

function withKept(config: ShinsaConfig, folder: string): ShinsaConfig {
  const kept = keptVariants(folder, config)
  return Object.keys(kept).length === 0 ? config : { ...config, targets: { ...kept, ...config.targets } }
}

/** Sets the project's `.env` in this process, before any code of the project is imported. */
export function provideDotEnv(cwd: string): void {
  const file = findConfig({ cwd })
  provideEnvironment(readDotEnv(file === undefined ? cwd : dirname(file)))
}

export function projectFolder(cwd: string): string {
  return nearestFolder(cwd, [...configNames, '.shinsa']) ?? cwd
}

export function findConfig({ cwd }: { readonly cwd: string }): string | undefined {
  const folder = nearestFolder(cwd, configNames)
  return folder === undefined ? undefined : configIn(folder)
}

function configIn(folder: string): string | undefined {
  return configNames.map((name) => join(folder, name)).find((path) => existsSync(path))
}

/** Finds a config in a folder that is not the project's own and so is not run. */
export function foreignConfig(folder: string, { file: own }: Pick<LoadedConfig, 'file'>): string | undefined {
  const found = configIn(folder)
  if (found === undefined || (own !== undefined && realpathSync(found) === realpathSync(own))) return undefined
  return found
}

/** `file` is the path as the user wrote it. */
export function foreignConfigWarning(file: string): Warning {
  return {
    sentence: message('{file} is not run: code is run only from the project’s own config', { file }),
    hint: message('If it is yours, name it: --config {file}', { file }),
  }
}

const Config = z.strictObject({
  ...settingsShape(runSettings, 'config'),
  ...projectShape,
  ...ofPacks(),
})

function ofPacks(): Readonly<Record<string, z.ZodType>> {
  const shapes = packs.flatMap(({ config }) =>
    config === undefined
      ? []
      : [{ ...config.beside, [config.key]: z.strictObject({ ...kindShape, ...config.shape }).optional() }],
  )
  return Object.assign({}, ...shapes) as Readonly<Record<string, z.ZodType>> // assembled from such shapes
}

function checkConfig(exported: unknown, file: string): ShinsaConfig {
  if (exported === undefined) {
    throw new EvalError('config', message('{file} has no default export', { file }), {
      hint: message('End it with: export default defineConfig({ … })'),
    })
  }
  const checked = Config.safeParse(exported)
  if (checked.success) return exported as ShinsaConfig // just checked; functions and objects inside are checked at their use
  const issue = checked.error.issues[0]
  const setting = Object.entries(runSettings).find(([name]) => name === issue?.path[0])
  if (setting !== undefined) {
    const [name, { kind }] = setting
    throw new EvalError('config', kind.refuse(`${file}: ${name}`, asWritten(Reflect.get(Object(exported), name))))
  }
  throw new EvalError(
    'config',
    message('{file}: {path}: {problem}', {
      file,
      path: issue?.path.join('.') || 'config',
      problem: issue?.message ?? '',
    }),
    { hint: issue?.code === 'unrecognized_keys' ? settingsHint(issue.keys, issue.path) : shapeHint(issue?.path) },
  )
}

function shapeHint(path: readonly PropertyKey[] | undefined): Message | undefined {
  return path?.length === 0 ? message('End it with: export default defineConfig({ … })') : undefined
}

/** Maps the names of settings in code to those of the config. */
const ofCode: Readonly<Record<string, string>> = {
  agent: 'target',
  agents: 'targets',
  cases: 'datasets',
  gate: 'failOn',
}

function settingsHint(unknown: readonly string[], path: readonly PropertyKey[]): Message {
  const place = String(path[0] ?? '')
  const own = packs.find(({ config }) => config?.key === place)?.config
  for (const { config } of packs) {
    const [name, line] = Object.entries(config?.lines ?? {}).find(([key]) => unknown.includes(key)) ?? []
    if (name !== undefined && line !== undefined)
      return message('"{name}" of the config is written as {line}', { name, line })
  }
  const atTop = own && unknown.find((name) => Object.hasOwn(Config.shape, name))
  if (atTop !== undefined)
    return message('"{name}" stands at the top of the config, not under "{place}".', { name: atTop, place })
  const settings = settingsUnder(path)
  const near = unknown.flatMap((name) => (ofCode[name] === undefined ? nearestNames(name, settings) : [ofCode[name]]))
  return didYouMean(near, message('Known settings: {settings}.', { settings: settings.join(', ') }))
}

function settingsUnder(path: readonly PropertyKey[]): readonly string[] {
  let schema: unknown = Config
  for (const step of path) {
    const under: unknown = schema instanceof z.ZodObject ? Reflect.get(schema.shape, step) : undefined
    schema = under instanceof z.ZodOptional ? under.unwrap() : under
  }
  return Object.keys(schema instanceof z.ZodObject ? schema.shape : Config.shape)
}
