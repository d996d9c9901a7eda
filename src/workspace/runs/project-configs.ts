import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { readCriteriaFile } from '../../compose/criteria/criteria-file.ts'
import { findConfig, projectFolder } from '../../compose/config/load-config.ts'
import { collectWarnings } from '../../compose/warnings.ts'
import { EvalError } from '../../core/index.ts'
import { choiceId } from '../datasets/choice-id.ts'
import { filesBelow } from '../datasets/files-below.ts'

/** A config that a run may have in place of the project's own, by its path as people of the project write it. */
export type ProjectConfig = { readonly id: string; readonly name: string }

/**
 * The configs of a project: code that lies beside its own one and is meant for Shinsa, and files of criteria that name no
 * code. Nothing is run to find them.
 */
export async function projectConfigs(folder: string): Promise<readonly ProjectConfig[]> {
  const files = [...(await codeBeside(folder)), ...(await criteriaBelow(folder))]
  return files.map((file) => {
    const name = relative(folder, file).split(sep).join('/')
    return { id: choiceId(name), name }
  })
}

/** What lies elsewhere came from anywhere and is never run. */
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

/** Among the keys at the top, as far as that can be told without reading the document. */
const mayHaveCriteria = /(?:^|\{)[^\S\n]*["']?(?:criteria|metrics_to_run|metricsToRun)["']?\s*:/m

async function hasOnlyCriteria(file: string): Promise<boolean> {
  try {
    const { criteria } = await readCriteriaFile(file, collectWarnings())
    return criteria.length > 0 && criteria.every(({ customFunctionPath }) => customFunctionPath === undefined)
  } catch (error) {
    // It is about something else, or cannot be read: no run could have it.
    if (error instanceof EvalError) return false
    throw error
  }
}

/** Configs are short: datasets are not read to the end for this. */
async function textOf(file: string): Promise<string> {
  return (await stat(file)).size > 65_536 ? '' : readFile(file, 'utf8')
}
