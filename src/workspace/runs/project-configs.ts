import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { readCriteriaFile } from '../../compose/criteria/criteria-file.ts'
import { findConfig, projectFolder } from '../../compose/config/load-config.ts'
import { collectWarnings } from '../../compose/warnings.ts'
import { EvalError } from '../../core/index.ts'
import { choiceId } from '../datasets/choice-id.ts'
import { filesBelow } from '../datasets/files-below.ts'

/** A config that a run may use in place of the project's own, by its path relative to the project. */
export type ProjectConfig = { readonly id: string; readonly name: string }

/**
 * Returns the configs of a project: modules beside its own config that are meant for Shinsa, and criteria files that name no
 * code. No code is run to find them.
 */
export async function projectConfigs(folder: string): Promise<readonly ProjectConfig[]> {
  const files = [...(await codeBeside(folder)), ...(await criteriaBelow(folder))]
  return files.map((file) => {
    const name = relative(folder, file).split(sep).join('/')
    return { id: choiceId(name), name }
  })
}

/** Only modules beside the project's config are offered, since code from elsewhere must not be run. */
async function codeBeside(folder: string): Promise<readonly string[]> {
  const own = findConfig({ cwd: folder })
  const place = projectFolder(folder)
  const entries = await readdir(place, { withFileTypes: true })
  const files: string[] = []
  for (const { name } of entries.filter((entry) => entry.isFile() && /\.config\.m?[jt]s$/.test(entry.name))) {
    const file = join(place, name)
    if (file !== own && (name.startsWith('shinsa.') || (await textOf(file)).match(/['"]shinsa['"]/))) files.push(file)
  }
  return files.toSorted()
}

async function criteriaBelow(folder: string): Promise<readonly string[]> {
  const files: string[] = []
  for (const file of await filesBelow(folder, /\.(?:json|ya?ml)$/i)) {
    if (mayHaveCriteria.test(await textOf(file)) && (await hasOnlyCriteria(file))) files.push(file)
  }
  return files
}

/** Matches top-level keys, as far as that is possible without parsing the document. */
const mayHaveCriteria = /(?:^|\{)[^\S\n]*["']?(?:criteria|metrics_to_run|metricsToRun)["']?\s*:/m

async function hasOnlyCriteria(file: string): Promise<boolean> {
  try {
    const { criteria } = await readCriteriaFile(file, collectWarnings())
    return criteria.length > 0 && criteria.every(({ customFunctionPath }) => customFunctionPath === undefined)
  } catch (error) {
    // The file is about something else or broken, so no run can use it.
    if (error instanceof EvalError) return false
    throw error
  }
}

/** Reads only the beginning, since configs are short and datasets are not. */
async function textOf(file: string): Promise<string> {
  return (await stat(file)).size > 65_536 ? '' : readFile(file, 'utf8')
}
