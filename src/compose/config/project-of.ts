import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { EvalError, message } from '../../core/index.ts'
import type { Project } from '../../targets/frameworks/framework.ts'
import { importFrom } from './import-module.ts'

export function projectOf(file: string): Project {
  const url = pathToFileURL(file).href
  return {
    async load(specifier, agent) {
      const imported = await importFrom(specifier, url).catch((cause: unknown) => missing(specifier, file, cause))
      if (made(agent, imported)) return imported
      // CommonJS loads its own copy of the package.
      const required = requireFrom(specifier, url)
      return made(agent, required) ? required : imported
    },
  }
}

type ProjectOfExports = Readonly<Record<string, unknown>>

function made(agent: unknown, exports: ProjectOfExports): boolean {
  return Object.values(exports).some((one) => typeof one === 'function' && isInstance(agent, one))
}

// Not every function is a constructor.
function isInstance(agent: unknown, maker: unknown): boolean {
  return typeof maker === 'function' && typeof maker.prototype === 'object' && agent instanceof maker
}

function requireFrom(specifier: string, url: string): ProjectOfExports {
  try {
    return createRequire(url)(specifier) as ProjectOfExports // a package's exports are an object
  } catch (error) {
    if (error instanceof Error) return {}
    throw error
  }
}

function missing(specifier: string, file: string, cause: unknown): never {
  const problem = cause instanceof Error ? cause.message : String(cause)
  throw new EvalError(
    'target',
    message('The agent in {file} needs {package}, which cannot be loaded from {folder}: {problem}', {
      file,
      package: specifier,
      folder: dirname(file),
      problem,
    }),
    { cause },
  )
}
