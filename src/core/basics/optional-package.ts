import { EvalError } from './errors.ts'
import { message } from './message.ts'

/**
 * Loads an optional package, which users install only when they need it.
 *
 * @param purpose what it is needed for, as people name it: a provider's label, `MCP servers`
 * @throws {EvalError} `config` that says which package to install
 */
export async function loadOptional<Module>(
  name: string,
  purpose: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    if (!isMissing(name, cause)) throw cause
    throw new EvalError('config', message('{purpose}: the package {name} is not installed', { purpose, name }), {
      hint: message('npm install {name}', { name }),
      cause,
    })
  }
}

// A package that is installed but misses a dependency of its own is broken, not absent.
function isMissing(name: string, cause: unknown): boolean {
  return (
    cause instanceof Error &&
    'code' in cause &&
    cause.code === 'ERR_MODULE_NOT_FOUND' &&
    cause.message.includes(`Cannot find package '${name}'`)
  )
}
