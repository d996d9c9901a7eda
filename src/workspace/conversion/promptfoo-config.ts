import { isObject } from '../../core/basics/is-object.ts'
import { type JsonObject, EvalError, message } from '../../core/index.ts'
import { parseYamlDocument } from '../../formats/kit/yaml-document.ts'
import { promptText, promptsIn } from './promptfoo-prompts.ts'
import { combinations } from './promptfoo-template.ts'
import { type Surroundings, resolved, testsIn } from './promptfoo-tests.ts'

/** A promptfoo config in which references to other files are replaced by their content. */
export type PromptfooConfig = Awaited<ReturnType<typeof readPromptfooConfig>>

/** Whether a document looks like a promptfoo config, valid or not. */
export function isPromptfooConfig(value: unknown): value is JsonObject {
  if (!isObject(value) || 'eval_cases' in value) return false
  const asks = 'prompts' in value || 'providers' in value || 'targets' in value
  return asks && ['tests', 'defaultTest', 'scenarios', 'prompts', 'redteam'].some((key) => key in value)
}

/**
 * Reads the files that the config names: prompts and tests in or below its folder or the working directory.
 * `lost` collects what could not be converted.
 *
 * @throws {EvalError} `format` with the file
 */
export async function readPromptfooConfig(document: JsonObject, reading: Surroundings & { readonly file: string }) {
  const { file, places } = reading
  const config = resolved(document, document, places) as JsonObject // an object stays one
  const defaults = await defaultTest(config['defaultTest'], reading)
  const tests = [...(await testsIn(config['tests'], reading)), ...(await scenarioTests(config['scenarios'], reading))]
  if (tests.length === 0) refuseUnreadableTests(config, file)
  const all = (tests.length === 0 ? [{}] : tests).map((test) => places.same(withDefaults(defaults, test), test))
  return {
    description: typeof config['description'] === 'string' ? config['description'] : undefined,
    prompts: await promptsIn(config['prompts'], reading),
    providers: providerNames(config['providers'] ?? config['targets']),
    /** Tests merged with the default test and the scenarios, one for each combination of variables that are lists. */
    tests: await Promise.all(all.map((test) => variantsOf(test, reading))),
    /** Environment variables that the config sets. */
    env: promptfooFields(config['env']),
  }
}

function refuseUnreadableTests({ tests, ...config }: JsonObject, file: string): void {
  if (typeof tests === 'string' || (Array.isArray(tests) && tests.length > 0) || isObject(tests)) {
    throw new EvalError('format', message('{file}: its tests are made by code, or lie on the web', { file }), {
      hint: message('Save them as CSV, JSON or YAML beside it, and name that file in `tests`.'),
    })
  }
  if (!('redteam' in config)) return
  throw new EvalError(
    'format',
    message('{file} holds no tests: promptfoo makes them up when it attacks (redteam)', { file }),
    { hint: message('Convert the file with tests that `promptfoo redteam generate` writes.') },
  )
}

/** Returns a test for each combination of its variables, with the content of files that they name. */
async function variantsOf(test: JsonObject, surroundings: Surroundings): Promise<readonly JsonObject[]> {
  const { places } = surroundings
  const vars = await writtenVars(test['vars'], surroundings)
  const isWhole = promptfooFields(test['options'])['disableVarExpansion'] === true
  const all = isWhole ? [vars] : combinations(expandedFiles(vars, surroundings))
  const assertions = await Promise.all(listOf(test['assert']).map((one) => withFileValue(one, surroundings)))
  return Promise.all(
    all.map(async (one) =>
      places.same({ ...test, vars: await varsFromFiles(one, surroundings), assert: assertions }, test),
    ),
  )
}

async function writtenVars(value: unknown, { files }: Surroundings): Promise<JsonObject> {
  const read = [value].flat().flatMap((one): readonly (JsonObject | Promise<JsonObject>)[] => {
    if (isObject(one)) return [one]
    const paths = typeof one === 'string' ? files.there(one) : []
    return paths.map(async (path) => promptfooFields((await files.yaml(path)).value))
  })
  return Object.assign({}, ...(await Promise.all(read))) as JsonObject // of objects
}

/** Replaces a pattern by the files that match it. */
function expandedFiles(vars: JsonObject, { files }: Surroundings): JsonObject {
  return Object.fromEntries(
    Object.entries(vars).map(([name, value]) => {
      if (typeof value !== 'string' || !/^file:\/\/.*[*?{[]/.test(value)) return [name, value]
      const paths = files.there(value)
      return [name, paths.length === 0 ? value : paths.map((path) => `file://${path}`)]
    }),
  )
}

const noText =
  /\.([cm]?[jt]sx?|py|rb|go|pdf|png|jpe?g|gif|webp|bmp|svg|tiff?|ico|avif|heic|mp[34]|webm|mov|wav|m4a|ogg|flac|docx?|xlsx?|zip)(:\w+)?$/i

/** Replaces variables that name a file by the file's content. */
async function varsFromFiles(vars: JsonObject, { files, lost }: Surroundings): Promise<JsonObject> {
  const read = Object.entries(vars).map(async ([name, value]) => {
    if (typeof value !== 'string' || !value.startsWith('file://')) return [name, value] as const
    const [path] = noText.test(value) ? [] : files.there(value)
    if (path !== undefined) return [name, (await promptText(path, files)).trim()] as const
    lost(message('the variable {name} is made by code, no text, or lies elsewhere: {file}', { name, file: value }))
    return [name, value] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

/** The expected value may stand in a file, and a schema may be written as YAML text. */
async function withFileValue(assertion: unknown, surroundings: Surroundings): Promise<unknown> {
  const { files, places } = surroundings
  if (!isObject(assertion)) return assertion
  if (Array.isArray(assertion['assert'])) {
    const assert = await Promise.all(assertion['assert'].map((one) => withFileValue(one, surroundings)))
    return places.same({ ...assertion, assert }, assertion)
  }
  const { value, type } = assertion
  if (typeof value !== 'string') return assertion
  if (String(type).endsWith('-json') && !value.startsWith('file://') && !/\{[{%]/.test(value)) {
    const schema = await parseYamlDocument(value, 'schema').catch(() => undefined)
    return schema === undefined ? assertion : places.same({ ...assertion, value: schema }, assertion)
  }
  const [path] = /^file:\/\/.*\.(json|ya?ml|txt)$/i.test(value) ? files.there(value) : []
  if (path === undefined) return assertion
  const read = path.endsWith('.txt') ? (await files.text(path)).trim() : (await files.yaml(path)).value
  const isGraded = /rubric|closedqa|g-eval/.test(String(type)) && !Array.isArray(read) && typeof read !== 'string'
  return places.same({ ...assertion, value: isGraded ? JSON.stringify(read) : read }, assertion)
}

async function defaultTest(value: unknown, { files }: Surroundings): Promise<JsonObject> {
  if (typeof value !== 'string') return promptfooFields(value)
  const [path] = files.there(value)
  return path === undefined ? {} : promptfooFields((await files.yaml(path)).value)
}

async function scenarioTests(value: unknown, surroundings: Surroundings): Promise<readonly JsonObject[]> {
  if (!Array.isArray(value)) return []
  const all: JsonObject[] = []
  for (const scenario of value as unknown[]) {
    if (!isObject(scenario)) continue
    const tests = await testsIn(scenario['tests'], surroundings)
    const configs = await testsIn(scenario['config'], surroundings)
    for (const config of configs)
      for (const test of tests.length === 0 ? [{}] : tests)
        all.push(surroundings.places.same(merged(config, test), tests.length === 0 ? config : test))
  }
  return all
}

/** A test may opt out of the default assertions. */
function withDefaults(defaults: JsonObject, test: JsonObject): JsonObject {
  const isWithout = promptfooFields(test['options'])['disableDefaultAsserts'] === true
  return merged(isWithout ? { ...defaults, assert: [] } : defaults, test)
}

/** Merges variables, options and metadata by name, and joins the assertions of both. */
function merged(first: JsonObject, second: JsonObject): JsonObject {
  const both = (key: string) => ({ ...promptfooFields(first[key]), ...promptfooFields(second[key]) })
  return {
    ...first,
    ...second,
    // Names of files are read later, and add to what stands here.
    vars: [first['vars'], second['vars']].flat().filter((one) => one !== undefined),
    options: both('options'),
    metadata: both('metadata'),
    assert: [...listOf(first['assert']), ...listOf(second['assert'])],
  }
}

export function promptfooFields(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function providerNames(value: unknown): readonly string[] {
  return [value].flat().flatMap((one) => {
    if (typeof one === 'string') return [one]
    if (!isObject(one)) return []
    return [typeof one['id'] === 'string' ? one['id'] : (Object.keys(one)[0] ?? '')]
  })
}
